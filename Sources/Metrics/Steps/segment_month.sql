-- segment_month: how MRR moved in each month and segment, from the segment's first month on.
WITH moved AS (
  SELECT
    p.position AS month, p.segment, p.new_mrr AS new, p.reactivation_mrr AS reactivation,
    p.expansion_mrr AS expansion, p.contraction_mrr AS contraction, p.churn_mrr AS churn,
    p.fx_mrr AS fx, p.moved_in_mrr AS moved_in, p.moved_out_mrr AS moved_out,
    p.new_subscribers, p.reactivated_subscribers, p.churned_subscribers,
    p.moved_in_subscribers, p.moved_out_subscribers,
    p.opening_mrr AS balance, p.opening_subscribers AS balance_subscribers
  FROM period AS p
  WHERE p.grain = 2
),
lived AS (
  SELECT segment, min(month) AS first_month
  FROM moved
  WHERE new <> 0 OR reactivation <> 0 OR moved_in <> 0 OR balance <> 0
  GROUP BY segment
),
filled AS (
  SELECT
    m.month, l.segment,
    coalesce(v.new, 0) AS new, coalesce(v.reactivation, 0) AS reactivation,
    coalesce(v.expansion, 0) AS expansion, coalesce(v.contraction, 0) AS contraction,
    coalesce(v.churn, 0) AS churn, coalesce(v.fx, 0) AS fx,
    coalesce(v.moved_in, 0) AS moved_in, coalesce(v.moved_out, 0) AS moved_out,
    coalesce(v.new_subscribers, 0) AS new_subscribers,
    coalesce(v.reactivated_subscribers, 0) AS reactivated_subscribers,
    coalesce(v.churned_subscribers, 0) AS churned_subscribers,
    coalesce(v.moved_in_subscribers, 0) AS moved_in_subscribers,
    coalesce(v.moved_out_subscribers, 0) AS moved_out_subscribers,
    coalesce(v.balance, 0) AS balance,
    coalesce(v.balance_subscribers, 0) AS balance_subscribers,
    m.complete
  FROM lived AS l
  INNER JOIN calendar_month AS m ON m.month >= l.first_month
  LEFT JOIN moved AS v ON v.month = m.month AND v.segment = l.segment
),
running AS (
  SELECT
    filled.*,
    sum(new + reactivation + expansion + contraction + churn + fx + moved_in + moved_out
      + balance)
      OVER to_month AS closing,
    sum(new_subscribers + reactivated_subscribers - churned_subscribers
      + moved_in_subscribers - moved_out_subscribers + balance_subscribers) OVER to_month AS closing_subscribers
  FROM filled
  WINDOW to_month AS (PARTITION BY segment ORDER BY month ROWS UNBOUNDED PRECEDING)
)
SELECT
  month, segment,
  closing - new - reactivation - expansion - contraction - churn - fx - moved_in - moved_out
    AS opening,
  new, reactivation, expansion, contraction, churn, fx, moved_in, moved_out, closing,
  closing_subscribers - new_subscribers - reactivated_subscribers + churned_subscribers
    - moved_in_subscribers + moved_out_subscribers AS opening_subscribers,
  new_subscribers, reactivated_subscribers, churned_subscribers, moved_in_subscribers,
  moved_out_subscribers, closing_subscribers, complete
FROM running
