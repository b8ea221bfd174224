-- activity: customers with coverage, and with a paid charge, by the periods and segments that
-- revenue shows: segments by day only for the last 35 days, by week for the last 400. Whoever came
-- or went before the first period shown is in its segment's opening.
WITH bound AS (
  SELECT g.grain, min(g.position) AS first_position
  FROM report_run AS r
  CROSS JOIN calendar_grain AS g
  WHERE r.run = 1
    AND (g.grain = 2 OR g.grain = 1 AND g.first_day >= r.recent_day OR g.first_day >= r.detail_day)
  GROUP BY g.grain
),
lived AS (
  SELECT
    f.grain, f.segment, min(f.position) AS first_position,
    CASE WHEN f.segment = 0 THEN 0 ELSE b.first_position END AS first_shown,
    sum(CASE WHEN f.segment <> 0 AND f.position < b.first_position THEN f.active ELSE 0 END)
      AS opening
  FROM fact_activity AS f
  INNER JOIN bound AS b ON b.grain = f.grain
  GROUP BY f.grain, f.segment, b.first_position
),
shown AS (
  SELECT g.grain, g.position, l.segment, l.opening
  FROM lived AS l
  INNER JOIN calendar_grain AS g
    ON g.grain = l.grain AND g.position >= l.first_position AND g.position >= l.first_shown
)
SELECT
  p.grain, p.position, p.segment, coalesce(f.paying, 0) AS paying,
  p.opening + sum(coalesce(f.active, 0)) OVER (
    PARTITION BY p.grain, p.segment ORDER BY p.position ROWS UNBOUNDED PRECEDING
  ) AS active
FROM shown AS p
LEFT JOIN fact_activity AS f
  ON f.position = p.position AND f.grain = p.grain AND f.segment = p.segment
