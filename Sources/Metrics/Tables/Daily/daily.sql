-- daily: one row for every day from the first event to the as-of day.
-- States are sums of their changes up to the day.
SELECT
  c.segment, c.day AS date,
  sum(coalesce(f.new_mrr + f.reactivation_mrr + f.expansion_mrr + f.contraction_mrr
    + f.churn_mrr + f.fx_mrr + f.opening_mrr, 0)) OVER to_day AS mrr,
  12 * sum(coalesce(f.new_mrr + f.reactivation_mrr + f.expansion_mrr + f.contraction_mrr
    + f.churn_mrr + f.fx_mrr + f.opening_mrr, 0)) OVER to_day AS arr,
  sum(coalesce(f.net_mrr, 0)) OVER to_day AS net_mrr,
  coalesce(f.new_mrr, 0) AS new_mrr,
  coalesce(f.reactivation_mrr, 0) AS reactivation_mrr,
  coalesce(f.expansion_mrr, 0) AS expansion_mrr,
  coalesce(f.contraction_mrr, 0) AS contraction_mrr,
  coalesce(f.churn_mrr, 0) AS churn_mrr,
  coalesce(f.fx_mrr, 0) AS fx_mrr,
  sum(coalesce(f.new_subscribers + f.reactivated_subscribers - f.churned_subscribers
      + f.opening_subscribers, 0))
    OVER to_day AS subscribers,
  coalesce(f.new_subscribers, 0) AS new_subscribers,
  coalesce(f.reactivated_subscribers, 0) AS reactivated_subscribers,
  coalesce(f.churned_subscribers, 0) AS churned_subscribers,
  sum(coalesce(f.trials_active, 0)) OVER to_day AS trials_active,
  coalesce(f.trials_started, 0) AS trials_started,
  coalesce(f.trials_converted, 0) AS trials_converted,
  sum(coalesce(f.in_grace, 0)) OVER to_day AS in_grace,
  sum(coalesce(f.set_to_cancel, 0)) OVER to_day AS set_to_cancel,
  sum(coalesce(f.set_to_cancel_mrr, 0)) OVER to_day AS set_to_cancel_mrr,
  sum(coalesce(f.complimentary, 0)) OVER to_day AS complimentary,
  coalesce(f.charges, 0) AS charges,
  coalesce(f.refunds, 0) AS refunds,
  coalesce(f.gross_revenue, 0) AS gross_revenue,
  coalesce(f.refunded, 0) AS refunded,
  coalesce(f.gross_revenue - f.refunded, 0) AS net_revenue,
  coalesce(f.tax, 0) AS tax,
  coalesce(f.commission, 0) AS commission,
  coalesce(f.gross_revenue - f.refunded - f.tax - f.commission, 0) AS proceeds
FROM report_day AS c
LEFT JOIN fact_day AS f ON f.grain = 0 AND f.position = c.day AND f.segment = c.segment
WINDOW to_day AS (PARTITION BY c.segment ORDER BY c.day ROWS UNBOUNDED PRECEDING)
ORDER BY c.segment, c.day
