-- funnel_losses: whom a funnel lost between two steps, and what they would have brought, had they
-- gone on like those who did: the revenue within the funnel's time of a customer who reached the
-- step. Months of entry whose time is over.
SELECT
  n.name AS funnel, g.position AS cohort, n.step, n.event, b.customers AS entered,
  coalesce(x.customers, 0) AS customers, b.customers - coalesce(x.customers, 0) AS lost,
  coalesce(x.net_revenue, 0) AS net_revenue,
  x.net_revenue / x.customers * (b.customers - x.customers) AS loss
FROM report_run AS r
INNER JOIN calendar_grain AS g ON r.run = 1 AND g.grain = 2
INNER JOIN funnel_step AS n ON g.end_ms + n.window_days * 86400000 <= r.end_ms
INNER JOIN fact_funnel AS b
  ON b.grain = 2 AND b.position = g.position AND b.segment = 0
  AND b.funnel_step = n.funnel * 64 + n.step - 1
LEFT JOIN fact_funnel AS x
  ON x.grain = 2 AND x.position = g.position AND x.segment = 0
  AND x.funnel_step = n.funnel * 64 + n.step AND x.customers > 0
WHERE b.customers > 0
ORDER BY n.funnel, g.position, n.step
