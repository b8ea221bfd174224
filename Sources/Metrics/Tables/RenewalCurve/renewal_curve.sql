-- renewal_curve: of the paid coverages that fell due in months that are over, how many went on, by
-- the number of the payment that they were bought with.
SELECT
  s.dimension, s.value, f.renewal_number AS payment, sum(f.due) AS due, sum(f.renewed) AS renewed
FROM fact_renewal_number AS f
INNER JOIN calendar_month AS m ON m.month = f.due_month AND m.complete = 1
INNER JOIN report_segment AS s ON s.segment = f.segment
GROUP BY s.position, s.dimension, s.value, f.renewal_number
HAVING sum(f.due) > 0
ORDER BY s.position, f.renewal_number
