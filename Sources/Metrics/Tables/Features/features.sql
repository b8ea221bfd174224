-- features: uses by month, whether users came back in the next month, and whether those who were
-- denied began a trial or paid within seven days, beside others who used features unpaid.
SELECT
  f.month, s.dimension, s.value, f.allowed, f.denied, f.in_trial, f.users,
  CASE WHEN n.complete = 1 THEN f.users_retained END AS users_retained,
  CASE WHEN n.complete = 1 THEN f.users ELSE 0 END AS retention_users,
  CASE WHEN n.complete = 1 THEN a.active ELSE 0 END AS retention_active,
  a.active_retained, f.denied_customers, f.denied_converted, f.denied_started,
  a.others, a.others_converted, a.others_started,
  CASE WHEN m.last_day + 7 <= r.as_of_day THEN 1 ELSE 0 END AS matured
FROM fact_feature AS f
INNER JOIN report_run AS r ON r.run = 1
INNER JOIN calendar_month AS m ON m.month = f.month
LEFT JOIN calendar_month AS n ON n.month = f.month + 1
INNER JOIN fact_feature AS a ON a.month = f.month AND a.segment = 0
INNER JOIN report_segment AS s ON s.segment = f.segment
ORDER BY f.month, s.position
