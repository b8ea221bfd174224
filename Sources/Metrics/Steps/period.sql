-- period: what was added up by week and month. Periods that are over come from the stored sums;
-- the one that the as-of day is in comes from its days, because days to come have facts, too.
WITH newest AS (
  SELECT grain, max(position) AS position, max(first_day) AS first_day
  FROM calendar_grain
  WHERE grain > 0
  GROUP BY grain
)
SELECT
  f.grain, f.position, f.segment,
  f.new_mrr, f.reactivation_mrr, f.expansion_mrr, f.contraction_mrr, f.churn_mrr, f.fx_mrr,
  f.moved_in_mrr, f.moved_out_mrr, f.new_subscribers, f.reactivated_subscribers,
  f.churned_subscribers, f.moved_in_subscribers, f.moved_out_subscribers, f.charges,
  f.paid_charges, f.refunds, f.gross_revenue, f.refunded, f.tax, f.commission, f.refunded_charges,
  f.first_payments, f.reversals, f.reversed, f.opening_mrr, f.opening_subscribers
FROM fact_day AS f
INNER JOIN newest AS n ON f.grain = n.grain AND f.position < n.position
UNION ALL
SELECT
  n.grain, n.position, f.segment,
  sum(f.new_mrr), sum(f.reactivation_mrr), sum(f.expansion_mrr), sum(f.contraction_mrr),
  sum(f.churn_mrr), sum(f.fx_mrr), sum(f.moved_in_mrr), sum(f.moved_out_mrr),
  sum(f.new_subscribers), sum(f.reactivated_subscribers), sum(f.churned_subscribers),
  sum(f.moved_in_subscribers), sum(f.moved_out_subscribers), sum(f.charges), sum(f.paid_charges),
  sum(f.refunds), sum(f.gross_revenue), sum(f.refunded), sum(f.tax), sum(f.commission),
  sum(f.refunded_charges) AS refunded_charges, sum(f.first_payments) AS first_payments,
  sum(f.reversals) AS reversals, sum(f.reversed) AS reversed,
  sum(f.opening_mrr) AS opening_mrr, sum(f.opening_subscribers) AS opening_subscribers
FROM newest AS n
INNER JOIN report_run AS r ON r.run = 1
INNER JOIN fact_day AS f
  ON f.grain = 0 AND f.position >= n.first_day AND f.position <= r.as_of_day
GROUP BY n.grain, n.position, f.segment
