-- plan_changes: who went from one product to another without a gap, by month.
SELECT
  f.month, coalesce(b.value, '(none)') AS from_product, s.value AS to_product, f.changes,
  f.mrr_before, f.mrr_after, f.mrr_after - f.mrr_before AS mrr_change
FROM fact_plan_change AS f
INNER JOIN calendar_month AS m ON m.month = f.month
INNER JOIN report_segment AS s ON s.segment = f.segment
LEFT JOIN string AS b ON b.id = f.product AND f.product > 0
ORDER BY f.month, from_product, s.position
