-- activity: customers with coverage, and with a paid charge, by period and segment.
WITH lived AS (
  SELECT grain, segment, min(position) AS first_position
  FROM fact_activity
  GROUP BY grain, segment
),
period AS (
  SELECT g.grain, g.position, l.segment
  FROM lived AS l
  INNER JOIN calendar_grain AS g ON g.grain = l.grain AND g.position >= l.first_position
)
SELECT
  p.grain, p.position, p.segment, coalesce(f.paying, 0) AS paying,
  sum(coalesce(f.active, 0)) OVER (
    PARTITION BY p.grain, p.segment ORDER BY p.position ROWS UNBOUNDED PRECEDING
  ) AS active
FROM period AS p
LEFT JOIN fact_activity AS f
  ON f.position = p.position AND f.grain = p.grain AND f.segment = p.segment
