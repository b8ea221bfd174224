-- acquisition_month: customers and money by the month, channel and campaign that brought them and
-- by age; each channel and everything together as well, both called `all`.
WITH part AS (
  SELECT
    f.cohort_age / 64 AS month,
    f.cohort_age % 64 AS age,
    CASE c.value WHEN 'all' THEN '(all)' ELSE coalesce(c.value, '(none)') END AS channel,
    CASE s.value WHEN 'all' THEN '(all)' ELSE s.value END AS campaign, f.customers, f.payers, f.net_revenue, f.proceeds
  FROM fact_acquisition AS f
  INNER JOIN report_segment AS s ON s.segment = f.segment
  LEFT JOIN string AS c ON c.id = f.channel AND f.channel > 0
),
level AS (
  SELECT month, age, channel, campaign, customers, payers, net_revenue, proceeds FROM part
  UNION ALL
  SELECT month, age, channel, 'all', customers, payers, net_revenue, proceeds FROM part
  UNION ALL
  SELECT month, age, 'all', 'all', customers, payers, net_revenue, proceeds FROM part
)
SELECT
  month, channel, campaign, age, sum(customers) AS customers, sum(payers) AS payers,
  sum(net_revenue) AS net_revenue, sum(proceeds) AS proceeds
FROM level
GROUP BY month, channel, campaign, age
