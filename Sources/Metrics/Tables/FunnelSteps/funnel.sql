-- funnel: customers by the steps that they reached, by the period in which they entered.
-- Segments by day only for the last 35 days, by week for the last 400 days. The periods and
-- segments to show come first, so that their steps are looked up one by one. Days of a window are
-- 24 hours, also where a clock changes. A cohort that could go on while everybody had access does not
-- mature.
WITH shown AS (
  SELECT
    d.funnel, g.grain, g.position, g.first_day, g.end_ms, s.segment, s.position AS rank, s.dimension,
    s.value, r.end_ms AS report_end_ms
  FROM report_run AS r
  CROSS JOIN calendar_grain AS g
  CROSS JOIN funnel_dimension AS d
  CROSS JOIN report_segment AS s
  WHERE r.run = 1 AND s.dimension = d.dimension
    AND (s.segment = 0 OR g.grain = 2 OR g.grain = 1 AND g.position >= r.recent_day
      OR g.grain = 0 AND g.position >= r.detail_day)
)
SELECT
  n.name AS funnel, w.grain, w.position AS cohort, w.dimension, w.value, n.step, n.event,
  coalesce(x.customers, 0) AS customers,
  CASE WHEN n.step > 1 THEN coalesce(b.customers, 0) END AS previous_customers,
  CASE WHEN n.step > 1 THEN e.customers END AS first_customers,
  CASE
    WHEN w.end_ms + n.window_days * 86400000 > w.report_end_ms THEN 0
    WHEN EXISTS (
      SELECT 1 FROM free_phase AS p
      WHERE p.start_ms < w.end_ms + n.window_days * 86400000
        AND (p.last_day IS NULL OR p.last_day >= w.first_day)
    ) THEN 0
    ELSE 1
  END AS matured
FROM shown AS w
CROSS JOIN fact_funnel AS e
INNER JOIN funnel_step AS n ON n.funnel = w.funnel
LEFT JOIN fact_funnel AS x
  ON x.grain = w.grain AND x.position = w.position AND x.segment = w.segment
  AND x.funnel_step = n.funnel * 64 + n.step
LEFT JOIN fact_funnel AS b
  ON b.grain = w.grain AND b.position = w.position AND b.segment = w.segment
  AND b.funnel_step = n.funnel * 64 + n.step - 1
WHERE e.grain = w.grain AND e.position = w.position AND e.segment = w.segment
  AND e.funnel_step = w.funnel * 64 + 1
ORDER BY w.funnel, w.grain, w.position, w.rank, n.step
