-- renewal_runs: of subscribers who had never let a renewal pass, how many had to decide for the
-- n-th time, and how many renewed, by the month before the as-of day in which it was known:
-- 0 for the last three, then 3 for those before up to six, 6 up to twelve, and 12 for older ones.
WITH summed AS (
  SELECT
    f.segment, f.period_number,
    CASE
      WHEN f.known_day > r.as_of_day - 91 THEN 0
      WHEN f.known_day > r.as_of_day - 182 THEN 3
      WHEN f.known_day > r.as_of_day - 365 THEN 6
      ELSE 12
    END AS months_ago,
    sum(f.due) AS due, sum(f.renewed) AS renewed
  FROM report_run AS r
  CROSS JOIN fact_renewal_run AS f
  WHERE r.run = 1 AND f.known_day <= r.as_of_day
  GROUP BY 1, 2, 3
)
SELECT
  s.value AS product,
  x.period_number / 4096 AS period,
  x.period_number % 4096 AS number, x.months_ago, sum(x.due) AS due, sum(x.renewed) AS renewed
FROM summed AS x
INNER JOIN segment AS s ON s.id = x.segment
GROUP BY s.value, x.period_number, x.months_ago
ORDER BY s.value, x.period_number, x.months_ago
