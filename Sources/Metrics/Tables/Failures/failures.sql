-- failures: why things failed, of the last days and of as many before; the twenty most frequent
-- causes of each process by themselves.
WITH span AS (
  SELECT n.number AS days FROM small_number AS n WHERE n.number IN (7, 28)
),
told AS (
  SELECT
    f.day, f.segment, f.cause,
    CASE n.number
      WHEN 0 THEN 'purchase' WHEN 1 THEN 'billing' WHEN 2 THEN 'validation' WHEN 3 THEN 'sync'
      WHEN 4 THEN 'refresh' WHEN 5 THEN 'notification' WHEN 6 THEN 'restore' ELSE 'store'
    END AS process,
    CASE n.number
      WHEN 0 THEN f.purchases WHEN 1 THEN f.billings WHEN 2 THEN f.validations
      WHEN 3 THEN f.syncs WHEN 4 THEN f.refreshes WHEN 5 THEN f.notifications
      WHEN 6 THEN f.restores ELSE f.store
    END AS failures
  FROM fact_failure AS f
  CROSS JOIN small_number AS n
  WHERE n.number IN (0, 1, 2, 3, 4, 5, 6, 7)
),
counted AS (
  SELECT
    p.days, t.process, t.segment, t.cause, min(t.day) AS first_day,
    sum(CASE WHEN t.day > r.as_of_day - p.days THEN t.failures ELSE 0 END) AS failures,
    sum(
      CASE
        WHEN t.day <= r.as_of_day - p.days AND t.day > r.as_of_day - 2 * p.days THEN t.failures
        ELSE 0
      END) AS before
  FROM report_run AS r
  INNER JOIN told AS t ON r.run = 1 AND t.day <= r.as_of_day AND t.failures > 0
  CROSS JOIN span AS p
  GROUP BY p.days, t.process, t.segment, t.cause
),
recent AS (
  SELECT days, process, segment, cause, first_day, failures, before, failures + before AS cases
  FROM counted
  WHERE failures > 0 OR before > 0
),
placed AS (
  SELECT
    days, process, cause,
    row_number() OVER (
      PARTITION BY days, process ORDER BY cases DESC, first_day, cause
    ) AS place
  FROM recent
  WHERE segment = 0
),
named AS (
  SELECT
    c.days, c.process, c.segment, c.failures, c.before, c.first_day,
    CASE
      WHEN p.place > 20 THEN '(other)' WHEN c.cause = 0 THEN '(none)' ELSE g.value
    END AS cause
  FROM recent AS c
  INNER JOIN placed AS p ON p.days = c.days AND p.process = c.process AND p.cause = c.cause
  LEFT JOIN string AS g ON g.id = c.cause
),
summed AS (
  SELECT
    days, process, segment, cause, sum(failures) AS failures, sum(before) AS before,
    min(first_day) AS first_day
  FROM named
  GROUP BY days, process, segment, cause
)
SELECT
  n.days, n.process, s.dimension, s.value, n.cause, n.failures,
  sum(n.failures) OVER whole AS all_failures, n.before AS failures_before,
  sum(n.before) OVER whole AS all_before, n.first_day
FROM summed AS n
INNER JOIN report_segment AS s ON s.segment = n.segment
WINDOW whole AS (PARTITION BY n.days, n.process, n.segment)
ORDER BY n.days, n.process, s.position, n.failures DESC, n.before DESC, n.cause
