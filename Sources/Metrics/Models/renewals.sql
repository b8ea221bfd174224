-- renewals: paid coverages by the month of their own end, and whether they went on. By the bounds
-- of the month, for a coverage may have been due before the first event of its month.
SELECT
  m.month, s.dimension, s.value, sum(f.due) AS due, sum(f.renewed) AS renewed,
  sum(f.recovered) AS recovered, sum(f.due - f.renewed) AS not_renewed, m.complete
FROM report_run AS r
CROSS JOIN calendar_month AS m
INNER JOIN fact_renewal AS f
  ON f.due_day >= m.first_day AND f.due_day <= m.last_day AND f.due_day <= r.as_of_day
INNER JOIN report_segment AS s ON s.segment = f.segment
WHERE r.run = 1
GROUP BY m.month, s.position, s.dimension, s.value, m.complete
HAVING sum(f.due) > 0
ORDER BY m.month, s.position
