-- revenue: money by day, week and month, with the customers who had access and who paid. Every
-- period has its total; segments have the periods in which something happened, by day
-- only for the last 35 days, by week for the last 400.
WITH shown AS (
  SELECT grain, position, segment FROM money WHERE charges > 0 OR refunds > 0 OR refunded <> 0
  UNION
  SELECT grain, position, segment FROM activity WHERE active > 0
  UNION
  SELECT grain, position, 0 FROM calendar_grain
)
SELECT
  w.grain, w.position AS period, s.dimension, s.value, coalesce(m.charges, 0) AS charges,
  coalesce(m.gross, 0) AS gross, coalesce(m.refunds, 0) AS refunds,
  coalesce(m.refunded, 0) AS refunded, coalesce(m.net, 0) AS net, coalesce(m.tax, 0) AS tax,
  coalesce(m.commission, 0) AS commission, coalesce(m.proceeds, 0) AS proceeds,
  coalesce(a.active, 0) AS active, coalesce(a.paying, 0) AS paying,
  coalesce(m.paid_charges, 0) AS paid_charges,
  coalesce(m.refunded_charges, 0) AS refunded_charges
FROM shown AS w
INNER JOIN report_run AS r ON r.run = 1
INNER JOIN calendar_grain AS g ON g.grain = w.grain AND g.position = w.position
INNER JOIN report_segment AS s ON s.segment = w.segment
LEFT JOIN money AS m ON m.grain = w.grain AND m.position = w.position AND m.segment = w.segment
LEFT JOIN activity AS a
  ON a.grain = w.grain AND a.position = w.position AND a.segment = w.segment
WHERE w.segment = 0 OR w.grain = 2 OR w.grain = 1 AND g.first_day >= r.recent_day
  OR g.first_day >= r.detail_day
ORDER BY w.grain, w.position, s.position
