-- missing_rates: charges up to the as-of day in currencies of which no exchange rate is known, and who
-- is left out of MRR and subscribers for it, also where what he holds was paid before the log and is no
-- charge. Currency 0 is all of them together.
SELECT
  f.segment, coalesce(c.value, 'all') AS currency, sum(f.charges) AS charges,
  sum(f.customers) AS customers, CASE WHEN f.currency > 0 THEN sum(f.amount) END AS amount,
  sum(f.payers_left_out) AS payers_left_out, min(f.day) FILTER (WHERE f.charges > 0) AS first_day,
  max(f.day) FILTER (WHERE f.charges > 0) AS last_day
FROM report_run AS r
INNER JOIN fact_missing_rate AS f ON r.run = 1 AND f.day <= r.as_of_day
INNER JOIN report_day AS d ON d.segment = f.segment AND d.day = r.as_of_day
LEFT JOIN string AS c ON c.id = f.currency AND f.currency > 0
GROUP BY f.segment, f.currency, c.value
HAVING sum(f.charges) > 0 OR sum(f.payers_left_out) > 0
ORDER BY f.segment, CASE WHEN f.currency > 0 THEN 1 ELSE 0 END, sum(f.charges) DESC, currency
