-- churn: what became of the customers of each month's opening, of those of 30 days before the as-of
-- day (month 0), and of those of 60 days before it within their 30 days (month -1).
WITH thirty_days AS (
  SELECT 0 AS month, as_of_day - 30 AS opening_day, as_of_day AS last_day
  FROM report_run
  WHERE run = 1
  UNION ALL
  SELECT -1 AS month, as_of_day - 60 AS opening_day, as_of_day - 30 AS last_day
  FROM report_run
  WHERE run = 1
),
outcome AS (
  SELECT
    f.month, f.segment, sum(f.churned_customers) AS churned_customers,
    sum(f.voluntary) AS voluntary, sum(f.billing) AS billing, sum(f.refund) AS refund,
    sum(f.other) AS other, sum(f.churned_mrr) AS churned_mrr,
    sum(f.contraction_mrr) AS contraction_mrr, sum(f.expansion_mrr) AS expansion_mrr
  FROM fact_churn_month AS f
  INNER JOIN report_run AS r ON r.run = 1 AND f.day <= r.as_of_day
  GROUP BY f.month, f.segment
  UNION ALL
  SELECT
    t.month, f.segment, sum(f.churned_customers), sum(f.voluntary), sum(f.billing),
    sum(f.refund), sum(f.other), sum(f.churned_mrr), sum(f.contraction_mrr),
    sum(f.expansion_mrr)
  FROM thirty_days AS t
  INNER JOIN fact_churn_trailing AS f ON f.day <= t.last_day
  GROUP BY t.month, f.segment
),
moved AS (
  SELECT
    t.month, f.segment,
    sum(f.new_subscribers + f.reactivated_subscribers - f.churned_subscribers
      + f.moved_in_subscribers - f.moved_out_subscribers) AS subscribers,
    sum(f.new_mrr + f.reactivation_mrr + f.expansion_mrr + f.contraction_mrr + f.churn_mrr
      + f.fx_mrr + f.moved_in_mrr + f.moved_out_mrr) AS mrr,
    sum(CASE WHEN f.position <= t.last_day
      THEN f.new_mrr + f.reactivation_mrr + f.expansion_mrr + f.moved_in_mrr ELSE 0 END)
      AS won_mrr,
    -sum(CASE WHEN f.position <= t.last_day
      THEN f.churn_mrr + f.contraction_mrr + f.moved_out_mrr ELSE 0 END) AS lost_mrr
  FROM report_run AS r
  CROSS JOIN thirty_days AS t
  INNER JOIN fact_day AS f
    ON f.grain = 0 AND f.position > t.opening_day AND f.position <= r.as_of_day
  WHERE r.run = 1
  GROUP BY t.month, f.segment
),
opening AS (
  SELECT
    month, segment, opening_subscribers AS opening_customers, opening AS opening_mrr,
    new + reactivation + expansion + moved_in AS won_mrr,
    -(churn + contraction + moved_out) AS lost_mrr, complete
  FROM segment_month
  UNION ALL
  SELECT
    t.month, m.segment, m.closing_subscribers - coalesce(n.subscribers, 0) AS opening_customers,
    m.closing - coalesce(n.mrr, 0) AS opening_mrr, coalesce(n.won_mrr, 0) AS won_mrr,
    coalesce(n.lost_mrr, 0) AS lost_mrr, 1 AS complete
  FROM thirty_days AS t
  INNER JOIN segment_month AS m ON m.month = (SELECT max(month) FROM calendar_month)
  LEFT JOIN moved AS n ON n.month = t.month AND n.segment = m.segment
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
ORDER BY CASE o.month WHEN 0 THEN 1 WHEN -1 THEN 2 ELSE 0 END, o.month, s.position
