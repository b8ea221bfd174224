-- renewals: paid coverages by the month of their own end, and whether they went on.
SELECT
  c.month, s.dimension, s.value, sum(f.due) AS due, sum(f.renewed) AS renewed,
  sum(f.recovered) AS recovered, sum(f.due - f.renewed) AS not_renewed, m.complete
FROM fact_renewal AS f
INNER JOIN calendar_day AS c ON c.day = f.due_day
INNER JOIN calendar_month AS m ON m.month = c.month
INNER JOIN report_segment AS s ON s.segment = f.segment
GROUP BY c.month, s.position, s.dimension, s.value, m.complete
HAVING sum(f.due) > 0
ORDER BY c.month, s.position
