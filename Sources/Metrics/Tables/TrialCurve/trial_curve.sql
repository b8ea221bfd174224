-- trial_curve: conversion by whole 24-hour days since the start. A trial counts at k only when it is
-- at least k days old at the end of the as-of day: (as-of day - start day + digit) is the first k
-- for which it is too young. Each trial is put in at k = 0, each conversion at its age, and both are
-- taken out where the trial is too young; sums over k give the curve. It goes to the oldest
-- conversion, at most to day 90, so only trials of the last 90 days are taken out. Segments by month
-- only, for the months that the last 400 days touch, each as a whole.
WITH aged AS (
  SELECT f.start_day, f.segment, f.trials, f.converted,
    f.age_digits / r.age_base AS age,
    r.as_of_day - f.start_day + f.age_digits % (3 * r.age_place) / r.age_place AS too_young
  FROM report_run AS r
  CROSS JOIN fact_trial_age AS f
  WHERE r.run = 1 AND f.start_day <= r.as_of_day
    AND (f.start_day >= r.recent_month_day
      OR EXISTS (SELECT 1 FROM report_day AS t WHERE t.segment = f.segment AND t.day = f.start_day))
),
last_age AS (
  SELECT min(max(age), 90) AS age FROM aged
),
change AS (
  SELECT start_day, segment, age AS day, trials AS eligible, converted FROM aged WHERE age <= 90
  UNION ALL
  SELECT start_day, segment, too_young, -trials, -converted FROM aged WHERE too_young <= 90
),
stepped AS (
  SELECT 1 AS grain, d.week AS cohort, h.segment, h.day, sum(h.eligible) AS eligible,
    sum(h.converted) AS converted
  FROM change AS h
  INNER JOIN calendar_day AS d ON d.day = h.start_day
  INNER JOIN report_run AS r ON r.run = 1
  INNER JOIN report_day AS t ON t.segment = h.segment AND t.day = r.as_of_day
  GROUP BY d.week, h.segment, h.day
  UNION ALL
  SELECT 2, d.month, h.segment, h.day, sum(h.eligible), sum(h.converted)
  FROM change AS h
  INNER JOIN calendar_day AS d ON d.day = h.start_day
  GROUP BY d.month, h.segment, h.day
),
curve AS (
  SELECT s.grain, s.cohort, s.segment, n.number AS day
  FROM last_age AS l
  CROSS JOIN stepped AS s
  CROSS JOIN small_number AS n
  WHERE s.day = 0 AND n.number <= l.age
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
