-- free_access: every time in which everybody had access without paying, who used it, and who paid
-- after it.
SELECT
  p.reason, p.first_day AS from_day, p.last_day AS to_day,
  sum(coalesce(f.trials, 0)) AS trials, sum(coalesce(f.customers, 0)) AS customers,
  sum(coalesce(f.payers_before, 0)) AS payers_before,
  sum(coalesce(f.customers, 0) - coalesce(f.payers_before, 0)) AS others,
  CASE WHEN p.last_day + 7 <= r.as_of_day
    THEN sum(CASE WHEN f.day <= p.last_day + 7 THEN f.payers ELSE 0 END) END AS payers_7_days,
  CASE WHEN p.last_day + 30 <= r.as_of_day
    THEN sum(CASE WHEN f.day <= p.last_day + 30 THEN f.payers ELSE 0 END) END AS payers_30_days,
  CASE WHEN p.last_day + 90 <= r.as_of_day
    THEN sum(CASE WHEN f.day <= p.last_day + 90 THEN f.payers ELSE 0 END) END AS payers_90_days,
  sum(coalesce(f.payers, 0)) AS payers, sum(coalesce(f.net_revenue, 0)) AS net_revenue
FROM report_run AS r
INNER JOIN free_phase AS p ON r.run = 1 AND p.first_day <= r.as_of_day
LEFT JOIN fact_free_phase AS f ON f.phase = p.phase AND f.day <= r.as_of_day
GROUP BY p.phase, p.reason, p.first_day, p.last_day, r.as_of_day
ORDER BY p.phase
