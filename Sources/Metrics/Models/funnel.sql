-- funnel: customers by the steps that they reached, by the period in which they entered.
-- Segments by day only for the last 90 days, by week for the last 400.
WITH reached AS (
  SELECT
    f.grain, f.position AS cohort, g.last_day, f.segment, f.funnel_step / 64 AS funnel,
    f.funnel_step % 64 AS step, f.customers
  FROM report_run AS r
  INNER JOIN calendar_grain AS g ON 1 = 1
  INNER JOIN fact_funnel AS f ON f.grain = g.grain AND f.position = g.position
  WHERE f.segment = 0 OR f.grain = 2 OR f.grain = 1 AND f.position >= r.recent_day
    OR f.grain = 0 AND f.position >= r.detail_day
),
entries AS (
  SELECT grain, cohort, last_day, segment, funnel, customers AS first_customers
  FROM reached
  WHERE step = 1
),
steps AS (
  SELECT
    e.grain, e.cohort, e.last_day, e.segment, e.funnel, e.first_customers, n.name, n.step,
    n.event, n.window_days, coalesce(x.customers, 0) AS customers
  FROM entries AS e
  INNER JOIN funnel_step AS n ON n.funnel = e.funnel
  LEFT JOIN reached AS x
    ON x.grain = e.grain AND x.cohort = e.cohort AND x.segment = e.segment
    AND x.funnel = e.funnel AND x.step = n.step
)
SELECT
  t.name AS funnel, t.grain, t.cohort, s.dimension, s.value, t.step, t.event, t.customers,
  lag(t.customers) OVER (
    PARTITION BY t.funnel, t.grain, t.cohort, t.segment ORDER BY t.step
  ) AS previous_customers,
  CASE WHEN t.step > 1 THEN t.first_customers END AS first_customers,
  CASE WHEN t.last_day + t.window_days <= r.as_of_day THEN 1 ELSE 0 END AS matured
FROM steps AS t
INNER JOIN report_run AS r ON 1 = 1
INNER JOIN funnel_dimension AS d ON d.funnel = t.funnel
INNER JOIN report_segment AS s ON s.segment = t.segment AND s.dimension = d.dimension
ORDER BY t.funnel, t.grain, t.cohort, s.position, t.step
