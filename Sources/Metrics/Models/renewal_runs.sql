-- renewal_runs: of subscribers who had never let a renewal pass, how many had to decide for the
-- n-th time, and how many renewed, by the month before the as-of day in which it was known:
-- 0 for the last three, then 3 for those before up to six, 6 up to twelve, and 12 for older ones.
WITH decided AS (
  SELECT
    s.value AS product, f.period_number,
    CASE
      WHEN f.known_day > r.as_of_day - 91 THEN 0
      WHEN f.known_day > r.as_of_day - 182 THEN 3
      WHEN f.known_day > r.as_of_day - 365 THEN 6
      ELSE 12
    END AS months_ago,
    f.due, f.renewed
  FROM report_run AS r
  CROSS JOIN fact_renewal_run AS f
  INNER JOIN segment AS s ON s.id = f.segment
  WHERE r.run = 1 AND f.known_day <= r.as_of_day
)
SELECT
  d.product, d.period_number / 4096 AS period, d.period_number % 4096 AS number, d.months_ago,
  sum(d.due) AS due, sum(d.renewed) AS renewed
FROM decided AS d
GROUP BY d.product, d.period_number, d.months_ago
ORDER BY d.product, d.period_number, d.months_ago
