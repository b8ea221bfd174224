-- retention: customers and MRR of the cohorts of new customers at the ends of complete months: by month
-- up to an age, by year beyond it, so that the table does not grow with the square of the months.
WITH cohort AS (
  SELECT f.cohort_month, f.segment, f.cohort_customers AS customers, f.cohort_mrr
  FROM fact_retention AS f
  INNER JOIN calendar_month AS m ON m.month = f.cohort_month
  WHERE f.age = 0 AND f.cohort_customers > 0
),
aged AS (
  SELECT
    c.cohort_month AS cohort, s.position, s.dimension, s.value, m.month - c.cohort_month AS age,
    c.customers, sum(coalesce(f.retained, 0)) OVER to_age AS retained, c.cohort_mrr,
    sum(coalesce(f.retained_mrr, 0)) OVER to_age AS retained_mrr
  FROM cohort AS c
  INNER JOIN calendar_month AS m ON m.month >= c.cohort_month AND m.complete = 1
  INNER JOIN report_segment AS s ON s.segment = c.segment
  LEFT JOIN fact_retention AS f
    ON f.cohort_month = c.cohort_month AND f.age = m.month - c.cohort_month
    AND f.segment = c.segment
  WINDOW to_age AS (
    PARTITION BY c.cohort_month, s.position ORDER BY m.month ROWS UNBOUNDED PRECEDING
  )
)
SELECT a.cohort, a.dimension, a.value, a.age, a.customers, a.retained, a.cohort_mrr, a.retained_mrr
FROM aged AS a
INNER JOIN report_run AS r ON r.run = 1
WHERE a.age <= r.retention_months OR a.age % 12 = 0
ORDER BY a.cohort, a.position, a.age
