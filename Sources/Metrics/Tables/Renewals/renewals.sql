-- renewals: paid coverages by the month of their own end, and whether they went on. By the bounds
-- of the month, for a coverage may have been due before the first event of its month.
WITH summed AS (
  SELECT
    m.month, m.complete, f.segment, sum(f.due) AS due, sum(f.renewed) AS renewed,
    sum(f.recovered) AS recovered
  FROM report_run AS r
  CROSS JOIN calendar_month AS m
  INNER JOIN fact_renewal AS f
    ON f.due_day >= m.first_day
    AND f.due_day <= min(m.last_day, r.as_of_day)
  WHERE r.run = 1
  GROUP BY m.month, m.complete, f.segment
)
SELECT
  x.month, s.dimension, s.value, x.due, x.renewed, x.recovered, x.due - x.renewed AS not_renewed,
  x.complete
FROM summed AS x
INNER JOIN report_segment AS s ON s.segment = x.segment
WHERE x.due > 0
ORDER BY x.month, s.position
