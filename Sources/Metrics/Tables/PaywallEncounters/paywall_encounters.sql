-- paywall_encounters: how many of a month's new customers had seen a paywall within some days, for
-- cohorts of which everybody has had so many.
WITH reached AS (
  SELECT f.cohort_month, f.segment, f.customers, h.days
  FROM fact_encounter AS f
  INNER JOIN calendar_month AS m ON m.month = f.cohort_month
  INNER JOIN report_run AS r ON r.run = 1
  INNER JOIN encounter_horizon AS h ON m.end_ms + h.days * 86400000 <= r.end_ms
  WHERE f.days = 0
)
SELECT
  x.cohort_month AS cohort, s.dimension, s.value, x.days, x.customers,
  sum(coalesce(f.encountered, 0)) OVER (
    PARTITION BY x.cohort_month, x.segment ORDER BY x.days ROWS UNBOUNDED PRECEDING
  ) AS encountered
FROM reached AS x
INNER JOIN report_segment AS s ON s.segment = x.segment
LEFT JOIN fact_encounter AS f
  ON f.cohort_month = x.cohort_month AND f.days = x.days AND f.segment = x.segment
ORDER BY x.cohort_month, s.position, x.days
