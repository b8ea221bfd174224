-- price_points: charges by what they cost for a month, in the currency in which they were paid.
-- Without a price: all others together, where there are too many (the segment's value -1).
SELECT
  f.month, coalesce(c.value, '(none)') AS currency, f.segment % 4294967296 AS cents,
  CASE WHEN f.segment % 4294967296 = 4294967295 THEN 0 ELSE 100 END AS cents_a_unit, f.charges, sum(f.charges) OVER (PARTITION BY f.month) AS month_charges,
  f.gross_revenue AS gross, f.mrr
FROM fact_price AS f
INNER JOIN calendar_month AS m ON m.month = f.month
LEFT JOIN string AS c ON c.id = f.currency AND f.currency > 0
ORDER BY f.month, currency, f.segment
