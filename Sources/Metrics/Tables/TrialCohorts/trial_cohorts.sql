-- trial_cohorts: what became of trials, by the period in which they started. Every trial is
-- converted, pending or abandoned. Segments by day only for the last 35 days, by week for the
-- last 400 days. The periods and segments to show come first, so that the rows of each are
-- looked up, and nothing of the others is read.
WITH shown AS (
  SELECT g.grain, g.position, s.segment, r.as_of_day
  FROM report_run AS r
  CROSS JOIN calendar_grain AS g
  CROSS JOIN report_segment AS s
  WHERE r.run = 1
    AND (s.segment = 0 OR g.grain = 2 OR g.grain = 1 AND g.position >= r.recent_day
      OR g.grain = 0 AND g.position >= r.detail_day)
),
summed AS (
  SELECT
    w.grain, w.position, w.segment, sum(f.trials) AS trials, sum(f.converted) AS converted,
    sum(f.pending) AS pending, sum(f.matured_trials) AS matured_trials,
    sum(f.matured_converted) AS matured_converted
  FROM shown AS w
  CROSS JOIN fact_trial_start AS f
  WHERE f.grain = w.grain AND f.position = w.position AND f.segment = w.segment
    AND f.day <= w.as_of_day
  GROUP BY w.grain, w.position, w.segment
)
SELECT
  m.grain, m.position AS cohort, s.dimension, s.value, m.trials, m.converted, m.pending,
  m.trials - m.converted - m.pending AS abandoned, m.matured_trials, m.matured_converted
FROM summed AS m
INNER JOIN report_segment AS s ON s.segment = m.segment
WHERE m.trials > 0
ORDER BY m.grain, m.position, s.position
