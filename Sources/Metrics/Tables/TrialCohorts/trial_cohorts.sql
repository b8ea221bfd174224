-- trial_cohorts: what became of trials, by the period in which they started. Every trial is
-- converted, pending or abandoned. Segments by day only for the last 35 days, by week for the
-- last 400 days. Facts are added up in the order of their keys, without sorting; names come later.
WITH summed AS (
  SELECT
    f.grain, f.position, f.segment, sum(f.trials) AS trials, sum(f.converted) AS converted,
    sum(f.pending) AS pending, sum(f.matured_trials) AS matured_trials,
    sum(f.matured_converted) AS matured_converted
  FROM report_run AS r
  CROSS JOIN fact_trial_start AS f
  WHERE r.run = 1 AND f.day <= r.as_of_day
    AND (f.segment = 0 OR f.grain = 2 OR f.grain = 1 AND f.position >= r.recent_day
      OR f.grain = 0 AND f.position >= r.detail_day)
  GROUP BY f.grain, f.position, f.segment
)
SELECT
  m.grain, m.position AS cohort, s.dimension, s.value, m.trials, m.converted, m.pending,
  m.trials - m.converted - m.pending AS abandoned, m.matured_trials, m.matured_converted
FROM summed AS m
INNER JOIN calendar_grain AS g ON g.grain = m.grain AND g.position = m.position
INNER JOIN report_segment AS s ON s.segment = m.segment
WHERE m.trials > 0
ORDER BY m.grain, m.position, s.position
