-- trial_cohorts: what became of trials, by the period in which they started. Every trial is
-- converted, pending or abandoned. Segments by day and week only for the last 400 days.
WITH known AS (
  SELECT
    f.start_day, f.segment, sum(f.trials) AS trials, sum(f.converted) AS converted,
    sum(f.pending) AS pending, sum(f.matured_trials) AS matured_trials,
    sum(f.matured_converted) AS matured_converted
  FROM fact_trial_start AS f
  INNER JOIN report_run AS r ON f.day <= r.as_of_day
  GROUP BY f.start_day, f.segment
),
grained AS (
  SELECT 0 AS grain, k.start_day AS cohort, k.*
  FROM known AS k
  INNER JOIN report_run AS r ON k.segment = 0 OR k.start_day >= r.recent_day
  UNION ALL
  SELECT 1 AS grain, c.week AS cohort, k.*
  FROM known AS k
  INNER JOIN calendar_day AS c ON c.day = k.start_day
  INNER JOIN report_run AS r ON k.segment = 0 OR c.week >= r.recent_day
  UNION ALL
  SELECT 2 AS grain, c.month AS cohort, k.*
  FROM known AS k
  INNER JOIN calendar_day AS c ON c.day = k.start_day
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
