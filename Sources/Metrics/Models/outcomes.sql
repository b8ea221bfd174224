-- outcomes: what became of the trials that were to end on a day, of the charges made and of the
-- renewals due on it, for the last 400 days.
WITH part AS (
  SELECT
    f.end_day AS day, f.segment, f.trials AS trials_ended, f.matured_trials AS trials_matured,
    f.matured_converted AS trials_converted, 0 AS paid_charges, 0 AS refunded_charges,
    0 AS renewals_due, 0 AS renewed
  FROM fact_trial_end AS f
  INNER JOIN report_run AS r ON f.day <= r.as_of_day AND f.end_day >= r.recent_day
  UNION ALL
  SELECT f.position, f.segment, 0, 0, 0, f.paid_charges, f.refunded_charges, 0, 0
  FROM report_run AS r
  INNER JOIN fact_day AS f ON f.grain = 0 AND f.position >= r.recent_day
  UNION ALL
  SELECT f.due_day, f.segment, 0, 0, 0, 0, 0, f.due, f.renewed
  FROM fact_renewal AS f
  INNER JOIN report_run AS r ON f.due_day >= r.recent_day AND f.due_day <= r.as_of_day
)
SELECT
  p.day AS date, s.dimension, s.value, sum(p.trials_ended) AS trials_ended,
  sum(p.trials_matured) AS trials_matured, sum(p.trials_converted) AS trials_converted,
  sum(p.paid_charges) AS paid_charges, sum(p.refunded_charges) AS refunded_charges,
  sum(p.renewals_due) AS renewals_due, sum(p.renewed) AS renewed
FROM part AS p
INNER JOIN calendar_day AS c ON c.day = p.day
INNER JOIN report_run AS r
  ON p.day >= r.detail_day OR p.segment = 0 AND p.day >= r.recent_day
INNER JOIN report_segment AS s ON s.segment = p.segment
GROUP BY p.day, s.position, s.dimension, s.value
HAVING sum(p.trials_ended) + sum(p.paid_charges) + sum(p.renewals_due) > 0
ORDER BY p.day, s.position
