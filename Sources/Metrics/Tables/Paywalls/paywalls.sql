-- paywalls: what the views of a month led to, by paywall, trigger and variant. `(without)` holds
-- the trials and the money that no paywall led to: with them, the parts add up to the totals.
SELECT
  f.month, s.dimension, s.value, f.views, f.dismissed, f.viewers, f.started, f.failed, f.cancelled,
  f.trials, f.paid, f.net_revenue,
  m.last_day + 60 <= r.as_of_day AS matured
FROM fact_paywall AS f
INNER JOIN report_run AS r ON r.run = 1
INNER JOIN calendar_month AS m ON m.month = f.month
INNER JOIN report_segment AS s ON s.segment = f.segment
ORDER BY f.month, s.position
