-- spend_month: what was spent, by month, channel and campaign; each channel and everything
-- together as well.
WITH level AS (
  SELECT month, channel, campaign, amount FROM spend
  UNION ALL
  SELECT month, channel, 'all', amount FROM spend
  UNION ALL
  SELECT month, 'all', 'all', amount FROM spend
)
SELECT l.month, l.channel, l.campaign, sum(l.amount) AS spend
FROM level AS l
WHERE l.month <= (SELECT max(month) FROM calendar_month)
GROUP BY l.month, l.channel, l.campaign
