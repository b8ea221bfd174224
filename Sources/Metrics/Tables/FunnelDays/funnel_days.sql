-- funnel_days: customers by the day on which they took a step of a funnel, and those who took the
-- next in time. How long that is, each step says for all customers: the shortest of five times in
-- which half took it of those who did within 31 days, in the three months before the last 31
-- days. Segments for so many days before detail_day, too: until then a step is undecided. Days of a
-- time are 24 hours, also where a clock changes.
WITH counted AS (
  SELECT
    f.funnel_step, sum(f.within_1) AS days_1, sum(f.within_1 + f.within_4) AS days_4,
    sum(f.within_1 + f.within_4 + f.within_8) AS days_8,
    sum(f.within_1 + f.within_4 + f.within_8 + f.within_15) AS days_15,
    sum(f.within_1 + f.within_4 + f.within_8 + f.within_15 + f.within_31) AS days_31
  FROM report_run AS r
  CROSS JOIN fact_funnel_step AS f
  WHERE r.run = 1 AND f.segment = 0 AND f.day <= r.as_of_day - 31 AND f.day > r.as_of_day - 123
  GROUP BY f.funnel_step
),
timed AS (
  SELECT
    n.funnel * 64 + n.step AS funnel_step, n.name, n.step, p.event AS previous, n.event,
    CAST(
      CASE
        WHEN 2 * c.days_1 >= c.days_31 THEN 1
        WHEN 2 * c.days_4 >= c.days_31 THEN 4
        WHEN 2 * c.days_8 >= c.days_31 THEN 8
        WHEN 2 * c.days_15 >= c.days_31 THEN 15
        ELSE 31
      END AS BIGINT
    ) AS within_days
  FROM counted AS c
  INNER JOIN funnel_step AS n ON n.funnel * 64 + n.step = c.funnel_step
  INNER JOIN funnel_step AS p ON p.funnel = n.funnel AND p.step = n.step - 1
)
SELECT
  f.day AS date, s.dimension, s.value, t.name AS funnel, t.step, t.previous, t.event,
  t.within_days, f.customers,
  f.within_1 + CASE WHEN t.within_days >= 4 THEN f.within_4 ELSE 0 END
  + CASE WHEN t.within_days >= 8 THEN f.within_8 ELSE 0 END
  + CASE WHEN t.within_days >= 15 THEN f.within_15 ELSE 0 END
  + CASE WHEN t.within_days >= 31 THEN f.within_31 ELSE 0 END AS continued,
  CASE
    WHEN g.end_ms + t.within_days * 86400000 > r.end_ms THEN 0
    WHEN EXISTS (
      SELECT 1 FROM free_phase AS p
      WHERE p.start_ms < g.end_ms + t.within_days * 86400000
        AND (p.last_day IS NULL OR p.last_day >= f.day)
    ) THEN 0
    ELSE 1
  END AS matured
FROM report_run AS r
CROSS JOIN fact_funnel_step AS f
INNER JOIN timed AS t ON t.funnel_step = f.funnel_step
INNER JOIN report_segment AS s ON s.segment = f.segment
INNER JOIN calendar_grain AS g ON g.grain = 0 AND g.position = f.day
WHERE r.run = 1 AND f.customers > 0 AND f.day >= r.recent_day AND (f.segment = 0 OR f.day >= r.detail_day - t.within_days)
ORDER BY f.day, s.position, f.funnel_step
