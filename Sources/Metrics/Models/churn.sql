-- churn: what became of the customers of each month's opening, and of those of 30 days before the
-- as-of day (month 0).
WITH outcome AS (
  SELECT
    f.month, f.segment, sum(f.churned_customers) AS churned_customers,
    sum(f.voluntary) AS voluntary, sum(f.billing) AS billing, sum(f.refund) AS refund,
    sum(f.other) AS other, sum(f.churned_mrr) AS churned_mrr,
    sum(f.contraction_mrr) AS contraction_mrr, sum(f.expansion_mrr) AS expansion_mrr
  FROM fact_churn_month AS f
  INNER JOIN report_run AS r ON f.day <= r.as_of_day
  GROUP BY f.month, f.segment
  UNION ALL
  SELECT
    0 AS month, f.segment, sum(f.churned_customers), sum(f.voluntary), sum(f.billing),
    sum(f.refund), sum(f.other), sum(f.churned_mrr), sum(f.contraction_mrr),
    sum(f.expansion_mrr)
  FROM fact_churn_trailing AS f
  INNER JOIN report_run AS r ON f.day <= r.as_of_day
  GROUP BY f.segment
),
thirty_days AS (
  SELECT
    f.segment,
    sum(CASE WHEN f.day <= r.as_of_day - 30 THEN f.new_subscribers + f.reactivated_subscribers
      - f.churned_subscribers + f.moved_in_subscribers - f.moved_out_subscribers ELSE 0 END)
      AS opening_customers,
    sum(CASE WHEN f.day <= r.as_of_day - 30 THEN f.new_mrr + f.reactivation_mrr
      + f.expansion_mrr + f.contraction_mrr + f.churn_mrr + f.fx_mrr + f.moved_in_mrr
      + f.moved_out_mrr ELSE 0 END) AS opening_mrr,
    sum(CASE WHEN f.day > r.as_of_day - 30 THEN f.new_mrr + f.reactivation_mrr
      + f.expansion_mrr + f.moved_in_mrr ELSE 0 END) AS won_mrr,
    -sum(CASE WHEN f.day > r.as_of_day - 30 THEN f.churn_mrr + f.contraction_mrr
      + f.moved_out_mrr ELSE 0 END) AS lost_mrr
  FROM fact_day AS f
  INNER JOIN report_run AS r ON f.day <= r.as_of_day
  GROUP BY f.segment
),
opening AS (
  SELECT
    month, segment, opening_subscribers AS opening_customers, opening AS opening_mrr,
    new + reactivation + expansion + moved_in AS won_mrr,
    -(churn + contraction + moved_out) AS lost_mrr, complete
  FROM segment_month
  UNION ALL
  SELECT 0 AS month, t.segment, t.opening_customers, t.opening_mrr, t.won_mrr, t.lost_mrr, 1
  FROM thirty_days AS t
  INNER JOIN (SELECT DISTINCT segment FROM segment_month) AS l ON l.segment = t.segment
)
SELECT
  o.month, s.dimension, s.value, o.opening_customers,
  coalesce(c.churned_customers, 0) AS churned_customers, coalesce(c.voluntary, 0) AS voluntary,
  coalesce(c.billing, 0) AS billing, coalesce(c.refund, 0) AS refund,
  coalesce(c.other, 0) AS other, o.opening_mrr, coalesce(c.churned_mrr, 0) AS churned_mrr,
  coalesce(c.contraction_mrr, 0) AS contraction_mrr,
  coalesce(c.expansion_mrr, 0) AS expansion_mrr,
  coalesce(c.churned_mrr + c.contraction_mrr, 0) AS gross_churned,
  coalesce(c.churned_mrr + c.contraction_mrr - c.expansion_mrr, 0) AS net_churned,
  o.opening_mrr - coalesce(c.churned_mrr + c.contraction_mrr - c.expansion_mrr, 0)
    AS net_retained,
  o.opening_mrr - coalesce(c.churned_mrr + c.contraction_mrr, 0) AS gross_retained,
  o.won_mrr, o.lost_mrr, o.complete
FROM opening AS o
INNER JOIN report_segment AS s ON s.segment = o.segment
LEFT JOIN outcome AS c ON c.month = o.month AND c.segment = o.segment
ORDER BY CASE o.month WHEN 0 THEN 1 ELSE 0 END, o.month, s.position
