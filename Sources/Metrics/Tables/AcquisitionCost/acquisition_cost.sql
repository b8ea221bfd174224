-- acquisition_cost: what was spent in a month on a channel and campaign, and what the customers
-- first seen in it have brought so far. Paid back: the first month of thirty days of a customer's
-- life by whose end the net revenue of all reaches what was spent. Months before the log have what
-- was spent alone.
WITH brought AS (
  SELECT
    month, channel, campaign, age, customers, payers, net_revenue, proceeds,
    sum(net_revenue) OVER (
      PARTITION BY month, channel, campaign ORDER BY age ROWS UNBOUNDED PRECEDING
    ) AS reached
  FROM acquisition_month
),
place AS (
  SELECT month, channel, campaign FROM acquisition_month
  UNION
  SELECT month, channel, campaign FROM spend_month
)
SELECT
  p.month, p.channel, p.campaign, coalesce(x.spend, 0) AS spend,
  coalesce(sum(b.customers), 0) AS customers, coalesce(sum(b.payers), 0) AS payers,
  coalesce(sum(b.net_revenue), 0) AS net_revenue, coalesce(sum(b.proceeds), 0) AS proceeds,
  CASE WHEN x.spend > 0 THEN coalesce(sum(b.customers), 0) ELSE 0 END AS paid_customers,
  CASE WHEN x.spend > 0 THEN coalesce(sum(b.payers), 0) ELSE 0 END AS paid_payers,
  min(b.age + 1) FILTER (WHERE x.spend > 0 AND b.reached >= x.spend) AS months_to_pay_back,
  coalesce(m.complete, 1) AS complete
FROM place AS p
LEFT JOIN calendar_month AS m ON m.month = p.month
LEFT JOIN spend_month AS x
  ON x.month = p.month AND x.channel = p.channel AND x.campaign = p.campaign
LEFT JOIN brought AS b
  ON b.month = m.month AND b.channel = p.channel AND b.campaign = p.campaign
WHERE m.month IS NOT NULL OR x.spend IS NOT NULL
GROUP BY p.month, p.channel, p.campaign, x.spend, m.complete
ORDER BY
  p.month, p.channel <> 'all', p.channel,
  p.campaign <> 'all', p.campaign
