-- money: charges, refunds and their parts by period and segment.
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
