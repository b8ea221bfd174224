-- cancellations: how often auto-renew was switched off, by month and reason.
WITH counted AS (
  SELECT c.month, g.value AS reason, sum(f.cancellations) AS cancellations,
    sum(f.in_trial) AS in_trial
  FROM fact_cancellation AS f
  INNER JOIN calendar_day AS c ON c.day = f.day
  INNER JOIN segment AS g ON g.id = f.segment
  GROUP BY c.month, g.value
)
SELECT
  n.month, 'all' AS dimension, 'all' AS value, n.reason, n.cancellations, n.in_trial,
  sum(n.cancellations) OVER (PARTITION BY n.month) AS month_cancellations
FROM counted AS n
WHERE n.cancellations > 0
ORDER BY n.month, n.reason
