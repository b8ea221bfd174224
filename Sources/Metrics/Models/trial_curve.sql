-- trial_curve: conversion by whole days since the start. A trial counts at day k only when it is
-- at least k days old: for those started on day d, when k <= as-of day - d.
WITH trials AS (
  SELECT f.start_day, f.segment, sum(f.trials) AS trials
  FROM fact_trial_start AS f
  INNER JOIN report_run AS r ON f.day <= r.as_of_day
  WHERE f.start_day >= r.recent_day
  GROUP BY f.start_day, f.segment
  HAVING sum(f.trials) > 0
),
last_age AS (
  SELECT min(coalesce(max(f.age), 0), 90) AS age FROM fact_trial_age AS f
),
aged AS (
  SELECT t.start_day, t.segment, n.number AS day, t.trials, coalesce(a.converted, 0) AS converted
  FROM trials AS t
  INNER JOIN report_run AS r ON 1 = 1
  INNER JOIN small_number AS n ON n.number <= r.as_of_day - t.start_day
  INNER JOIN last_age AS l ON n.number <= l.age
  LEFT JOIN fact_trial_age AS a
    ON a.start_day = t.start_day AND a.segment = t.segment AND a.age = n.number
),
summed AS (
  SELECT
    start_day, segment, day, trials,
    sum(converted) OVER (
      PARTITION BY segment, start_day ORDER BY day ROWS UNBOUNDED PRECEDING
    ) AS converted
  FROM aged
),
grained AS (
  SELECT 1 AS grain, c.week AS cohort, s.*
  FROM summed AS s
  INNER JOIN calendar_day AS c ON c.day = s.start_day
  WHERE s.segment = 0
  UNION ALL
  SELECT 2 AS grain, c.month AS cohort, s.*
  FROM summed AS s
  INNER JOIN calendar_day AS c ON c.day = s.start_day
)
SELECT
  g.grain, g.cohort, s.dimension, s.value, g.day, sum(g.trials) AS eligible,
  sum(g.converted) AS converted
FROM grained AS g
INNER JOIN report_segment AS s ON s.segment = g.segment
GROUP BY g.grain, g.cohort, s.position, s.dimension, s.value, g.day
ORDER BY g.grain, g.cohort, s.position, g.day
