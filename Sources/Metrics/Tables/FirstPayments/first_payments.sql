-- first_payments: customers by the month of their first payment, and by what they bought.
WITH month AS (
  SELECT position AS month, first_payments
  FROM period
  WHERE grain = 2 AND segment = 0
)
SELECT
  p.position AS month, s.dimension, s.value, p.first_payments, m.first_payments AS month_payments,
  c.complete
FROM period AS p
INNER JOIN month AS m ON m.month = p.position
INNER JOIN calendar_month AS c ON c.month = p.position
INNER JOIN report_segment AS s ON s.segment = p.segment
WHERE p.grain = 2 AND p.first_payments > 0
ORDER BY p.position, s.position
