-- referral_reward: how many rewards each referrer has redeemed. A redemption takes one reward that
-- was earned before it, the oldest first; one that finds none is an offer of another kind.
WITH happened AS (
  SELECT l.referrer AS customer, l.completed_ms AS ms, 1 AS gain
  FROM referral_link AS l
  WHERE l.completed_ms IS NOT NULL
  UNION ALL
  SELECT d.customer, d.time_ms, -1
  FROM redemption AS d
  WHERE d.customer IN (SELECT l.referrer FROM referral_link AS l)
),
running AS (
  SELECT
    customer, gain,
    sum(gain) OVER (PARTITION BY customer ORDER BY ms, gain ROWS UNBOUNDED PRECEDING) AS balance
  FROM happened
)
SELECT
  customer,
  count(*) FILTER (WHERE gain = -1) + min(min(balance), 0) AS redeemed
FROM running
GROUP BY customer
