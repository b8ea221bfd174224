-- funnel: customers by the steps that they reached, by the period in which they entered.
WITH entered AS (
  SELECT f.entry_day, f.segment, f.funnel_step / 64 AS funnel, f.funnel_step % 64 AS step,
    f.customers
  FROM fact_funnel AS f
  INNER JOIN calendar_day AS c ON c.day = f.entry_day
),
grained AS (
  SELECT 0 AS grain, e.entry_day AS cohort, e.entry_day AS last_day, e.*
  FROM entered AS e
  INNER JOIN report_run AS r ON e.segment = 0 OR e.entry_day >= r.recent_day
  UNION ALL
  SELECT 1 AS grain, c.week AS cohort, c.week + 6 AS last_day, e.*
  FROM entered AS e
  INNER JOIN calendar_day AS c ON c.day = e.entry_day
  INNER JOIN report_run AS r ON e.segment = 0 OR c.week >= r.recent_day
  UNION ALL
  SELECT 2 AS grain, c.month AS cohort, m.last_day, e.*
  FROM entered AS e
  INNER JOIN calendar_day AS c ON c.day = e.entry_day
  INNER JOIN calendar_month AS m ON m.month = c.month
),
reached AS (
  SELECT grain, cohort, last_day, segment, funnel, step, sum(customers) AS customers
  FROM grained
  GROUP BY grain, cohort, last_day, segment, funnel, step
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
