-- outcomes: what became of the trials that were to end on a day, of the charges made and of the
-- renewals due on it, for the last 400 days;
-- segments for the last 90.
WITH ended AS (
  SELECT
    f.end_day AS day, f.segment, sum(f.trials) AS trials, sum(f.matured_trials) AS matured,
    sum(f.matured_converted) AS converted
  FROM report_run AS r
  CROSS JOIN fact_trial_end AS f
  WHERE r.run = 1 AND f.end_day >= r.recent_day AND f.end_day <= r.as_of_day
    AND f.day <= r.as_of_day
  GROUP BY f.end_day, f.segment
)
SELECT
  c.day AS date, s.dimension, s.value, coalesce(e.trials, 0) AS trials_ended,
  coalesce(e.matured, 0) AS trials_matured, coalesce(e.converted, 0) AS trials_converted,
  coalesce(p.paid_charges, 0) AS paid_charges,
  coalesce(p.refunded_charges, 0) AS refunded_charges, coalesce(n.due, 0) AS renewals_due,
  coalesce(n.renewed, 0) AS renewed
FROM report_run AS r
CROSS JOIN calendar_day AS c
CROSS JOIN report_segment AS s
LEFT JOIN ended AS e ON e.day = c.day AND e.segment = s.segment
LEFT JOIN fact_day AS p ON p.grain = 0 AND p.position = c.day AND p.segment = s.segment
LEFT JOIN fact_renewal AS n ON n.due_day = c.day AND n.segment = s.segment
WHERE c.day >= r.recent_day AND (s.segment = 0 OR c.day >= r.detail_day)
  AND coalesce(e.trials, 0) + coalesce(p.paid_charges, 0) + coalesce(n.due, 0) > 0
ORDER BY c.day, s.position
