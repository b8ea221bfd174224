-- billing: failed payments by the month of the first failure, and those that came back in 60 days.
SELECT
  c.month, s.dimension, s.value, sum(f.failures) AS failures, sum(f.recovered) AS recovered,
  sum(f.recovery_days) AS recovery_days, m.complete
FROM fact_billing AS f
INNER JOIN calendar_day AS c ON c.day = f.day
INNER JOIN calendar_month AS m ON m.month = c.month
INNER JOIN report_segment AS s ON s.segment = f.segment
GROUP BY c.month, s.position, s.dimension, s.value, m.complete
HAVING sum(f.failures) > 0
ORDER BY c.month, s.position
