-- lifetimes: customers by how many days they had paid without a gap: until they stopped, or until
-- the as-of day, where they still pay. A cohort is the month of the first of those days. Names are
-- joined last: sums by integers take less than sums by texts.
WITH life AS (
  SELECT
    f.segment, d.month, f.customers, min(f.days, r.as_of_day - f.start_day) AS days,
    CASE WHEN f.start_day + f.days <= r.as_of_day THEN f.customers ELSE 0 END AS ended
  FROM report_run AS r
  CROSS JOIN fact_lifetime AS f
  INNER JOIN calendar_day AS d ON d.day = f.start_day
  WHERE r.run = 1
),
segmented AS (
  SELECT l.segment, l.days, sum(l.ended) AS ended, sum(l.customers) AS customers
  FROM life AS l
  GROUP BY l.segment, l.days
),
cohort AS (
  SELECT l.month, l.days, sum(l.ended) AS ended, sum(l.customers) AS customers
  FROM life AS l
  WHERE l.segment = 0
  GROUP BY l.month, l.days
),
named AS (
  SELECT s.position AS rank, s.dimension, s.value, g.days, g.ended, g.customers
  FROM segmented AS g
  INNER JOIN report_segment AS s ON s.segment = g.segment
  UNION ALL
  SELECT 1000000000 + c.month, 'cohort', CAST(c.month AS TEXT), c.days, c.ended, c.customers
  FROM cohort AS c
)
SELECT n.rank, n.dimension, n.value, n.days, n.ended, n.customers - n.ended AS censored
FROM named AS n
WHERE n.customers > 0
ORDER BY n.rank, n.days
