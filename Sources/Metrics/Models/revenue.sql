-- revenue: money by day, week and month, with the customers who had access and who paid.
WITH active AS (
  SELECT
    p.grain, p.position, p.segment, coalesce(f.paying, 0) AS paying,
    sum(coalesce(f.active, 0)) OVER (
      PARTITION BY p.grain, p.segment ORDER BY p.position ROWS UNBOUNDED PRECEDING
    ) AS active
  FROM (
    SELECT g.grain, g.position, l.segment
    FROM calendar_grain AS g
    INNER JOIN (
      SELECT grain, segment, min(position) AS first_position FROM fact_activity
      GROUP BY grain, segment
    ) AS l ON l.grain = g.grain AND l.first_position <= g.position
  ) AS p
  LEFT JOIN fact_activity AS f
    ON f.grain = p.grain AND f.position = p.position AND f.segment = p.segment
),
money AS (
  SELECT
    g.grain, g.position, f.segment, sum(f.charges) AS charges, sum(f.gross_revenue) AS gross,
    sum(f.refunds) AS refunds, sum(f.refunded) AS refunded,
    sum(f.gross_revenue - f.refunded) AS net, sum(f.tax) AS tax,
    sum(f.commission) AS commission,
    sum(f.gross_revenue - f.refunded - f.tax - f.commission) AS proceeds,
    sum(f.paid_charges) AS paid_charges, sum(f.refunded_charges) AS refunded_charges
  FROM fact_day AS f
  INNER JOIN calendar_grain_day AS g ON g.day = f.day
  GROUP BY g.grain, g.position, f.segment
)
SELECT
  g.grain, g.position AS period, s.dimension, s.value, coalesce(m.charges, 0) AS charges,
  coalesce(m.gross, 0) AS gross, coalesce(m.refunds, 0) AS refunds,
  coalesce(m.refunded, 0) AS refunded, coalesce(m.net, 0) AS net, coalesce(m.tax, 0) AS tax,
  coalesce(m.commission, 0) AS commission, coalesce(m.proceeds, 0) AS proceeds,
  coalesce(a.active, 0) AS active, coalesce(a.paying, 0) AS paying,
  coalesce(m.paid_charges, 0) AS paid_charges,
  coalesce(m.refunded_charges, 0) AS refunded_charges
FROM calendar_grain AS g
INNER JOIN report_run AS r ON 1 = 1
INNER JOIN report_segment AS s ON s.segment = 0 OR g.grain = 2 OR g.first_day >= r.recent_day
LEFT JOIN money AS m ON m.grain = g.grain AND m.position = g.position AND m.segment = s.segment
LEFT JOIN active AS a
  ON a.grain = g.grain AND a.position = g.position AND a.segment = s.segment
WHERE s.segment = 0 OR m.charges > 0 OR m.refunded <> 0 OR a.active > 0
ORDER BY g.grain, g.position, s.position
