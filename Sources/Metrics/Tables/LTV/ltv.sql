-- ltv: realised value of the customers first seen in a month, at the ages that the youngest
-- possible member has passed by a day. Days are 24 hours, also where a clock changes.
WITH cohort AS (
  SELECT f.cohort_month, f.segment, f.customers
  FROM fact_value AS f
  WHERE f.horizon = 0 AND f.customers > 0
),
reached AS (
  SELECT c.cohort_month, c.segment, c.customers, h.days
  FROM cohort AS c
  INNER JOIN calendar_month AS m ON m.month = c.cohort_month
  INNER JOIN report_run AS r ON r.run = 1
  INNER JOIN value_horizon AS h ON m.end_ms + (h.days + 1) * 86400000 <= r.end_ms
)
SELECT
  x.cohort_month AS cohort, s.dimension, s.value, x.days, x.customers,
  sum(coalesce(f.payers, 0)) OVER to_age AS payers,
  sum(coalesce(f.net_revenue, 0)) OVER to_age AS net_revenue
FROM reached AS x
INNER JOIN report_segment AS s ON s.segment = x.segment
LEFT JOIN fact_value AS f
  ON f.cohort_month = x.cohort_month AND f.horizon = x.days AND f.segment = x.segment
WINDOW to_age AS (
  PARTITION BY x.cohort_month, x.segment ORDER BY x.days ROWS UNBOUNDED PRECEDING
)
ORDER BY x.cohort_month, s.position, x.days
