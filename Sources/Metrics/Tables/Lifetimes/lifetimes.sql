-- lifetimes: customers by how many days they had paid without a gap: until they stopped, or until
-- the as-of day, where they still pay. A cohort is the month of the first of those days.
WITH life AS (
  SELECT
    f.segment, d.month, f.customers,
    CASE WHEN f.start_day + f.days <= r.as_of_day THEN f.days ELSE r.as_of_day - f.start_day END
      AS days,
    CASE WHEN f.start_day + f.days <= r.as_of_day THEN f.customers ELSE 0 END AS ended
  FROM report_run AS r
  CROSS JOIN fact_lifetime AS f
  INNER JOIN calendar_day AS d ON d.day = f.start_day
  WHERE r.run = 1
),
grouped AS (
  SELECT s.position AS rank, s.dimension, s.value, l.days, l.customers, l.ended
  FROM life AS l
  INNER JOIN report_segment AS s ON s.segment = l.segment
  UNION ALL
  SELECT 1000000000 + l.month, 'cohort', CAST(l.month AS TEXT), l.days, l.customers, l.ended
  FROM life AS l
  WHERE l.segment = 0
)
SELECT
  g.rank, g.dimension, g.value, g.days, sum(g.ended) AS ended,
  sum(g.customers - g.ended) AS censored
FROM grouped AS g
GROUP BY g.rank, g.dimension, g.value, g.days
HAVING sum(g.customers) > 0
ORDER BY g.rank, g.days
