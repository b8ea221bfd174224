-- cancellations: how often auto-renew was switched off, by month, product and reason.
WITH counted AS (
  SELECT
    c.month, f.product, g.value AS reason, sum(f.cancellations) AS cancellations,
    sum(f.in_trial) AS in_trial
  FROM fact_cancellation AS f
  INNER JOIN calendar_day AS c ON c.day = f.day
  INNER JOIN segment AS g ON g.id = f.segment
  GROUP BY c.month, f.product, g.value
),
split AS (
  SELECT
    n.month, 0 AS rank, 'all' AS dimension, 'all' AS value, n.reason, n.cancellations, n.in_trial
  FROM counted AS n
  UNION ALL
  SELECT
    n.month, 1, 'product', coalesce(p.value, '(none)'), n.reason, n.cancellations, n.in_trial
  FROM counted AS n
  LEFT JOIN string AS p ON p.id = n.product AND n.product > 0
),
summed AS (
  SELECT
    month, rank, dimension, value, reason, sum(cancellations) AS cancellations,
    sum(in_trial) AS in_trial
  FROM split
  GROUP BY month, rank, dimension, value, reason
)
SELECT
  month, dimension, value, reason, cancellations, in_trial,
  sum(cancellations) OVER (PARTITION BY month, dimension, value) AS month_cancellations
FROM summed
WHERE cancellations > 0
ORDER BY month, rank, value, reason
