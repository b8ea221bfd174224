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
),
-- One row for each period and segment, in one pass: the total has one for every period.
summed AS (
  SELECT
    u.grain, u.position, u.segment, sum(u.charges) AS charges, sum(u.gross) AS gross,
    sum(u.refunds) AS refunds, sum(u.refunded) AS refunded, sum(u.net) AS net, sum(u.tax) AS tax,
    sum(u.commission) AS commission, sum(u.proceeds) AS proceeds,
    sum(u.paid_charges) AS paid_charges, sum(u.refunded_charges) AS refunded_charges,
    sum(u.active) AS active, sum(u.paying) AS paying
  FROM (
    SELECT
      grain, position, segment, charges, gross, refunds, refunded, net, tax, commission,
      proceeds, paid_charges, refunded_charges, 0 AS active, 0 AS paying
    FROM money
    UNION ALL
    SELECT grain, position, segment, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, active, paying FROM active
    UNION ALL
    SELECT grain, position, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM calendar_grain
  ) AS u
  GROUP BY u.grain, u.position, u.segment
)
SELECT
  m.grain, m.position AS period, s.dimension, s.value, m.charges, m.gross, m.refunds,
  m.refunded, m.net, m.tax, m.commission, m.proceeds, m.active, m.paying, m.paid_charges,
  m.refunded_charges
FROM summed AS m
INNER JOIN calendar_grain AS g ON g.grain = m.grain AND g.position = m.position
INNER JOIN report_run AS r ON m.segment = 0 OR m.grain = 2 OR g.first_day >= r.recent_day
INNER JOIN report_segment AS s ON s.segment = m.segment
WHERE m.segment = 0 OR m.charges > 0 OR m.refunded <> 0 OR m.active > 0
ORDER BY m.grain, m.position, s.position
