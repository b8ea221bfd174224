-- subscribers: customers with access at the end of the as-of day, or whose access ended in the 90
-- days before. State and product are those of the coverage with access: paid before trial before
-- free before a grant; else of the one that ended last. Of equal ones, that which began last. What
-- ended earlier is never told of. The coverages are read in the order of their keys, so that those
-- of each customer alone are sorted, and as few columns of them as can be: the others are looked up
-- for the one that is told of.
-- The cast gives the sum of a customer a type: without one, no index is made for the join below, and
-- every customer looks through all.
WITH paying AS (
  SELECT CAST(v.customer + 0 AS BIGINT) AS customer, sum(v.mrr) AS mrr
  FROM report_run AS r
  CROSS JOIN coverage AS v
  WHERE r.run = 1 AND v.start_day <= r.as_of_day AND v.end_day > r.as_of_day AND v.mrr > 0
  GROUP BY v.customer + 0
),
recent AS (
  SELECT
    v.customer, v.number, v.piece, v.start_ms, v.end_ms, CASE
      WHEN v.start_ms >= r.end_ms OR v.end_ms < r.end_ms THEN 5
      WHEN v.kind = 2 THEN 1
      WHEN v.kind = 1 THEN 2
      ELSE v.kind
    END AS access
  FROM report_run AS r
  CROSS JOIN coverage AS v
  WHERE r.run = 1 AND v.end_ms >= r.recent_access_ms AND v.kind < 5
),
ranked AS (
  SELECT n.customer, n.number, n.piece, n.access, row_number() OVER (
      PARTITION BY n.customer
      ORDER BY n.access, CASE WHEN n.access = 5 THEN -n.end_ms ELSE 0 END, n.start_ms DESC,
        n.number DESC, n.piece DESC
    ) AS place
  FROM recent AS n
)
SELECT
  l.customer AS customer_id,
  CASE
    WHEN l.access = 4 THEN 'complimentary'
    WHEN l.access = 3 THEN 'offer'
    WHEN l.access <= 2 AND v.own_end_ms < r.end_ms AND v.grace_end_ms >= r.end_ms THEN 'grace'
    WHEN l.access = 2 THEN 'trial'
    WHEN l.access = 1 AND v.auto_renew = 0 THEN 'set_to_cancel'
    WHEN l.access = 1 THEN 'active'
    WHEN v.stop = 3 THEN 'refunded'
    WHEN v.stop = 4 THEN 'revoked'
    WHEN v.billing_trouble = 1 AND v.auto_renew = 1 AND v.end_ms >= r.retry_ms THEN 'billing_retry'
    ELSE 'expired'
  END AS state,
  coalesce(t.value, '(none)') AS product, coalesce(p.mrr, 0) AS mrr, c.since_day AS since,
  CASE
    WHEN l.access <= 2 AND v.own_end_ms < r.end_ms AND v.grace_end_ms >= r.end_ms THEN v.end_day
    WHEN l.access < 5 THEN v.own_end_day
    ELSE v.end_day
  END AS ends,
  c.net_revenue AS lifetime_net_revenue, CASE WHEN l.access <= 3 THEN v.auto_renew END AS renews
FROM ranked AS l
CROSS JOIN coverage AS v
INNER JOIN report_run AS r ON r.run = 1
INNER JOIN customer AS c ON c.id = l.customer
LEFT JOIN string AS t ON t.id = v.product AND v.product > 0
LEFT JOIN paying AS p ON p.customer = l.customer
WHERE l.place = 1 AND v.customer = l.customer AND v.number = l.number AND v.piece = l.piece
ORDER BY l.customer
