-- money: charges, refunds and their parts by period and segment; segments by day only for the
-- last 35 days.
SELECT
  0 AS grain, f.position, f.segment, f.charges, f.gross_revenue AS gross, f.refunds, f.refunded,
  f.gross_revenue - f.refunded AS net, f.tax, f.commission,
  f.gross_revenue - f.refunded - f.tax - f.commission AS proceeds, f.paid_charges,
  f.refunded_charges, f.reversals, f.reversed
FROM report_run AS r
INNER JOIN fact_day AS f
  ON r.run = 1 AND f.grain = 0 AND f.position >= r.first_day AND f.position <= r.as_of_day
WHERE f.segment = 0 OR f.position >= r.detail_day
UNION ALL
SELECT
  p.grain, p.position, p.segment, p.charges, p.gross_revenue, p.refunds, p.refunded,
  p.gross_revenue - p.refunded, p.tax, p.commission,
  p.gross_revenue - p.refunded - p.tax - p.commission, p.paid_charges, p.refunded_charges,
  p.reversals, p.reversed
FROM period AS p
