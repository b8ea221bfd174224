-- trial_curve: conversion by whole days since the start. A trial counts at day k only when it is
-- at least k days old: those started on day d count for k <= as-of day - d. Each trial is put in
-- at k = 0, each conversion at its age, and both are taken out where the trial is too young;
-- sums over k give the curve. Cohorts of the last 400 days; by week the total only.
WITH trials AS (
  SELECT f.position AS start_day, f.segment, sum(f.trials) AS trials
  FROM report_run AS r
  INNER JOIN fact_trial_start AS f ON f.grain = 0 AND f.position >= r.recent_day
  WHERE f.day <= r.as_of_day
  GROUP BY f.position, f.segment
  HAVING sum(f.trials) > 0
),
conversions AS (
  SELECT f.start_day, f.age, f.segment, f.converted
  FROM report_run AS r
  INNER JOIN fact_trial_age AS f
    ON f.start_day >= r.recent_day AND f.age <= r.as_of_day - f.start_day
),
change AS (
  SELECT start_day, segment, 0 AS day, trials AS eligible, 0 AS converted FROM trials
  UNION ALL
  SELECT t.start_day, t.segment, r.as_of_day - t.start_day + 1, -t.trials, 0
  FROM trials AS t INNER JOIN report_run AS r ON 1 = 1
  UNION ALL
  SELECT start_day, segment, age, 0, converted FROM conversions
  UNION ALL
  SELECT c.start_day, c.segment, r.as_of_day - c.start_day + 1, 0, -sum(c.converted)
  FROM conversions AS c INNER JOIN report_run AS r ON 1 = 1
  GROUP BY c.start_day, c.segment, r.as_of_day
),
grained AS (
  SELECT 1 AS grain, d.week AS cohort, h.segment, h.day, h.eligible, h.converted
  FROM change AS h INNER JOIN calendar_day AS d ON d.day = h.start_day
  WHERE h.segment = 0
  UNION ALL
  SELECT 2 AS grain, d.month AS cohort, h.segment, h.day, h.eligible, h.converted
  FROM change AS h INNER JOIN calendar_day AS d ON d.day = h.start_day
),
stepped AS (
  SELECT grain, cohort, segment, day, sum(eligible) AS eligible, sum(converted) AS converted
  FROM grained
  GROUP BY grain, cohort, segment, day
),
last_age AS (
  SELECT min(coalesce(max(age), 0), 90) AS age FROM conversions
),
curve AS (
  SELECT DISTINCT s.grain, s.cohort, s.segment, n.number AS day
  FROM stepped AS s
  INNER JOIN last_age AS l ON 1 = 1
  INNER JOIN small_number AS n ON n.number <= l.age
  WHERE s.day = 0
),
running AS (
  SELECT
    c.grain, c.cohort, c.segment, c.day,
    sum(coalesce(s.eligible, 0)) OVER to_day AS eligible,
    sum(coalesce(s.converted, 0)) OVER to_day AS converted
  FROM curve AS c
  LEFT JOIN stepped AS s
    ON s.grain = c.grain AND s.cohort = c.cohort AND s.segment = c.segment AND s.day = c.day
  WINDOW to_day AS (
    PARTITION BY c.grain, c.cohort, c.segment ORDER BY c.day ROWS UNBOUNDED PRECEDING
  )
)
SELECT x.grain, x.cohort, s.dimension, s.value, x.day, x.eligible, x.converted
FROM running AS x
INNER JOIN report_segment AS s ON s.segment = x.segment
WHERE x.eligible > 0
ORDER BY x.grain, x.cohort, s.position, x.day
