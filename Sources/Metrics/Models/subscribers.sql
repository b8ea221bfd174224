-- subscribers: customers with access at the end of the as-of day, or whose access ended in the 90
-- days before. A customer's state is that of the coverage that began last.
-- The cast gives the sum of a customer a type: without one, no index is made for the join below, and
-- every customer looks through all.
WITH paying AS (
  SELECT CAST(v.customer + 0 AS BIGINT) AS customer, sum(v.mrr) AS mrr
  FROM report_run AS r
  CROSS JOIN coverage AS v
  WHERE r.run = 1 AND v.start_day <= r.as_of_day AND v.end_day > r.as_of_day AND v.mrr > 0
  GROUP BY v.customer + 0
),
latest AS (
  SELECT c.*, v.kind, v.product, v.start_ms, v.own_end_ms, v.own_end_day, v.end_ms, v.end_day,
    v.grace_end_ms, v.stop, v.auto_renew AS renews, v.billing_trouble
  FROM customer AS c
  LEFT JOIN coverage AS v
    ON v.customer = c.id AND v.number = c.last_coverage
    AND v.piece = (
      SELECT max(p.piece) FROM coverage AS p
      WHERE p.customer = c.id AND p.number = c.last_coverage
    )
  WHERE c.id IN (
    SELECT n.id FROM report_run AS r CROSS JOIN customer AS n
    WHERE r.run = 1 AND n.access_until_ms >= r.recent_access_ms
  )
)
SELECT
  l.id AS customer_id,
  CASE
    WHEN l.start_ms < r.end_ms AND l.end_ms >= r.end_ms THEN
      CASE
        WHEN l.kind = 3 THEN 'offer'
        WHEN l.own_end_ms < r.end_ms AND l.grace_end_ms >= r.end_ms THEN 'grace'
        WHEN l.kind = 1 THEN 'trial'
        WHEN l.renews = 0 THEN 'set_to_cancel'
        ELSE 'active'
      END
    WHEN l.complimentary_until_ms >= r.end_ms THEN 'complimentary'
    WHEN l.stop = 3 THEN 'refunded'
    WHEN l.stop = 4 THEN 'revoked'
    WHEN l.billing_trouble = 1 AND l.renews = 1 AND l.end_ms >= r.retry_ms THEN 'billing_retry'
    ELSE 'expired'
  END AS state,
  coalesce(t.value, '(none)') AS product, coalesce(p.mrr, 0) AS mrr, l.since_day AS since,
  CASE WHEN l.end_ms >= r.end_ms THEN l.own_end_day ELSE l.end_day END AS ends,
  l.net_revenue AS lifetime_net_revenue
FROM latest AS l
INNER JOIN report_run AS r ON r.run = 1
LEFT JOIN string AS t ON t.id = l.product AND l.product > 0
LEFT JOIN paying AS p ON p.customer = l.id
ORDER BY l.id
