-- referrals: by the month in which they were recorded. A referral that is not completed within 90
-- days has expired.
WITH ordered AS (
  SELECT
    l.*,
    row_number() OVER (
      PARTITION BY l.referrer, l.completed_ms IS NULL ORDER BY l.completed_ms, l.customer, l.number
    ) AS place
  FROM referral_link AS l
),
judged AS (
  SELECT
    c.month,
    o.completed_ms IS NOT NULL AS completed,
    o.completed_ms IS NULL AND o.recorded_day + 90 <= r.as_of_day AS expired,
    CASE WHEN o.completed_ms IS NOT NULL AND o.place <= w.redeemed THEN 1 ELSE 0 END AS redeemed,
    o.referrer = o.customer AS self_referrals
  FROM ordered AS o
  INNER JOIN report_run AS r ON r.run = 1
  INNER JOIN calendar_day AS c ON c.day = o.recorded_day
  LEFT JOIN referral_reward AS w ON w.customer = o.referrer
)
SELECT
  month, count(*) AS recorded, sum(completed) AS completed, sum(expired) AS expired,
  count(*) - sum(completed) - sum(expired) AS pending, sum(redeemed) AS rewards_redeemed,
  sum(completed) - sum(redeemed) AS rewards_outstanding, sum(self_referrals) AS self_referrals
FROM judged
GROUP BY month
ORDER BY month
