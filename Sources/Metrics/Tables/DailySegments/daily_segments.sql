-- daily_segments: MRR and money by day and segment, for the last 400 days.
WITH running AS (
  SELECT
    f.position AS day, f.segment, f.trials_started, f.trials_converted, f.charges,
    f.gross_revenue - f.refunded AS net_revenue,
    f.new_mrr + f.reactivation_mrr + f.expansion_mrr + f.contraction_mrr + f.churn_mrr
      + f.fx_mrr + f.moved_in_mrr + f.moved_out_mrr + f.opening_mrr AS mrr,
    f.new_subscribers + f.reactivated_subscribers - f.churned_subscribers
      + f.moved_in_subscribers - f.moved_out_subscribers + f.opening_subscribers AS subscribers
  FROM report_run AS r
  INNER JOIN fact_day AS f
    ON r.run = 1 AND f.grain = 0 AND f.position >= r.recent_day AND f.position <= r.as_of_day
),
closed AS (
  SELECT m.segment, m.closing, m.closing_subscribers
  FROM segment_month AS m
  INNER JOIN (SELECT max(month) AS month FROM calendar_month) AS n ON n.month = m.month
),
moved AS (
  SELECT segment, sum(mrr) AS mrr, sum(subscribers) AS subscribers FROM running GROUP BY segment
),
lived AS (
  SELECT segment, min(position) AS first_month
  FROM period
  WHERE grain = 2
  GROUP BY segment
)
SELECT
  c.day AS date, s.dimension, s.value,
  coalesce(o.closing, 0) - coalesce(t.mrr, 0) + sum(coalesce(v.mrr, 0)) OVER to_day AS mrr,
  coalesce(o.closing_subscribers, 0) - coalesce(t.subscribers, 0)
    + sum(coalesce(v.subscribers, 0)) OVER to_day AS subscribers,
  coalesce(v.trials_started, 0) AS trials_started,
  coalesce(v.trials_converted, 0) AS trials_converted,
  coalesce(v.charges, 0) AS charges,
  coalesce(v.net_revenue, 0) AS net_revenue
FROM lived AS l
INNER JOIN report_run AS r ON r.run = 1
INNER JOIN calendar_day AS c ON c.month >= l.first_month AND c.day >= r.recent_day
INNER JOIN report_segment AS s ON s.segment = l.segment
LEFT JOIN closed AS o ON o.segment = l.segment
LEFT JOIN moved AS t ON t.segment = l.segment
LEFT JOIN running AS v ON v.day = c.day AND v.segment = l.segment
WINDOW to_day AS (PARTITION BY l.segment ORDER BY c.day ROWS UNBOUNDED PRECEDING)
ORDER BY c.day, s.position
