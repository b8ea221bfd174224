-- trial_opt_outs: of the trials that began in a period, those that were set not to renew by an age
-- in calendar days (points 1, 2, 5, 7), and by their end (points from 100 on: 100 + the days that a
-- trial lasts). An age is told when the whole period has it: when its last day is so long ago.
-- Segments by day only for the last 35 days, by week for the last 400 days.
WITH summed AS (
  SELECT
    f.grain, f.position, f.segment, sum(f.trials) AS trials,
    sum(CASE WHEN f.point = 1 THEN f.opted_out ELSE 0 END) AS opted_out_1d,
    sum(CASE WHEN f.point = 2 THEN f.opted_out ELSE 0 END) AS opted_out_2d,
    sum(CASE WHEN f.point = 5 THEN f.opted_out ELSE 0 END) AS opted_out_5d,
    sum(CASE WHEN f.point = 7 THEN f.opted_out ELSE 0 END) AS opted_out_7d,
    sum(CASE WHEN f.point >= 100 THEN f.opted_out ELSE 0 END) AS opted_out,
    max(f.point) - 100 AS longest
  FROM report_run AS r
  CROSS JOIN fact_trial_opt_out AS f
  WHERE r.run = 1
    AND (f.segment = 0 OR f.grain = 2 OR f.grain = 1 AND f.position >= r.recent_day
      OR f.grain = 0 AND f.position >= r.detail_day)
  GROUP BY f.grain, f.position, f.segment
),
aged AS (
  SELECT
    m.*, r.as_of_day - CASE m.grain
      WHEN 2 THEN c.last_day
      WHEN 1 THEN m.position + 6
      ELSE m.position
    END AS age
  FROM report_run AS r
  CROSS JOIN summed AS m
  INNER JOIN calendar_grain AS g ON g.grain = m.grain AND g.position = m.position
  LEFT JOIN calendar_month AS c ON m.grain = 2 AND c.month = m.position
  WHERE r.run = 1 AND m.trials > 0
),
reached AS (
  SELECT
    f.month, f.segment, f.hours,
    sum(f.opted_out) OVER (
      PARTITION BY f.month, f.segment ORDER BY f.hours ROWS UNBOUNDED PRECEDING
    ) AS below,
    sum(f.opted_out) OVER (PARTITION BY f.month, f.segment) AS opted_out
  FROM fact_opt_out_time AS f
),
median AS (
  SELECT month, segment, min(hours) AS hours
  FROM reached
  WHERE below * 2 >= opted_out
  GROUP BY month, segment
)
SELECT
  a.grain, a.position AS cohort, s.dimension, s.value, a.trials,
  CASE WHEN a.age >= 1 THEN a.opted_out_1d END AS opted_out_1d,
  CASE WHEN a.age >= 1 THEN a.trials END AS trials_1d,
  CASE WHEN a.age >= 2 THEN a.opted_out_2d END AS opted_out_2d,
  CASE WHEN a.age >= 2 THEN a.trials END AS trials_2d,
  CASE WHEN a.age >= 5 THEN a.opted_out_5d END AS opted_out_5d,
  CASE WHEN a.age >= 5 THEN a.trials END AS trials_5d,
  CASE WHEN a.age >= 7 THEN a.opted_out_7d END AS opted_out_7d,
  CASE WHEN a.age >= 7 THEN a.trials END AS trials_7d,
  CASE WHEN a.age >= a.longest THEN a.opted_out END AS opted_out,
  CASE WHEN a.age >= a.longest THEN a.trials END AS ended_trials, d.hours AS median_hours
FROM aged AS a
INNER JOIN report_segment AS s ON s.segment = a.segment
LEFT JOIN median AS d ON a.grain = 2 AND d.month = a.position AND d.segment = a.segment
ORDER BY a.grain, a.position, s.position
