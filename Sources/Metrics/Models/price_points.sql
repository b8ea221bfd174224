-- price_points: charges by what they cost for a month, in the currency in which they were paid.
SELECT
  f.month, coalesce(c.value, '(none)') AS currency, f.segment % 4294967296 AS cents,
  100 AS cents_a_unit, f.charges, sum(f.charges) OVER (PARTITION BY f.month) AS month_charges,
  f.gross_revenue AS gross, f.mrr
FROM fact_price AS f
INNER JOIN calendar_month AS m ON m.month = f.month
LEFT JOIN string AS c ON c.id = f.currency AND f.currency > 0
ORDER BY f.month, currency, f.segment
