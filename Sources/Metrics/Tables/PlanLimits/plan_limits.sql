-- plan_limits: customers near, at and above the limits of their products, and whether they took a
-- product with more room. States are sums of changes.
WITH used AS (
  SELECT
    f.metric, f.segment, sum(f.customers) AS customers, sum(f.below) AS below, sum(f.near) AS near, sum(f.at_limit) AS at_limit,
    sum(f.above) AS above,
    sum(CASE WHEN f.day > r.as_of_day - 28 THEN f.denied ELSE 0 END) AS denied_28_days,
    sum(f.reached) AS reached, sum(f.upgraded) AS upgraded, sum(f.others) AS others,
    sum(f.others_upgraded) AS others_upgraded
  FROM report_run AS r
  INNER JOIN fact_limit AS f ON r.run = 1 AND f.day <= r.as_of_day
  GROUP BY f.metric, f.segment
)
SELECT
  l.metric, l.product, l.allowed, u.customers, u.below, u.near, u.at_limit, u.above,
  u.at_limit + u.above AS full, u.denied_28_days, u.reached, u.upgraded, u.others,
  u.others_upgraded, l.next_product, (u.at_limit + u.above) * l.next_price AS mrr_at_stake
FROM plan_limit AS l
INNER JOIN string AS m ON m.value = l.metric
INNER JOIN segment AS g ON g.value = l.product
INNER JOIN used AS u ON u.metric = m.id AND u.segment = g.id
ORDER BY l.metric, l.position
