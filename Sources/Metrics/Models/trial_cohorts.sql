-- trial_cohorts: what became of trials, by the period in which they started. Every trial is
-- converted, pending or abandoned. Segments by day only for the last 90 days, by week for 400.
WITH grained AS (
  SELECT f.grain, f.position AS cohort, f.segment, f.trials, f.converted, f.pending,
    f.matured_trials, f.matured_converted
  FROM fact_trial_start AS f
  INNER JOIN report_run AS r ON f.day <= r.as_of_day
  WHERE f.segment = 0 OR f.grain = 2 OR f.grain = 1 AND f.position >= r.recent_day
    OR f.grain = 0 AND f.position >= r.detail_day
)
SELECT
  g.grain, g.cohort, s.dimension, s.value, sum(g.trials) AS trials,
  sum(g.converted) AS converted, sum(g.pending) AS pending,
  sum(g.trials - g.converted - g.pending) AS abandoned,
  sum(g.matured_trials) AS matured_trials, sum(g.matured_converted) AS matured_converted
FROM grained AS g
INNER JOIN report_segment AS s ON s.segment = g.segment
GROUP BY g.grain, g.cohort, s.position, s.dimension, s.value
HAVING sum(g.trials) > 0
ORDER BY g.grain, g.cohort, s.position
