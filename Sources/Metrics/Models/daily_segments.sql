-- daily_segments: MRR and money by day and segment, for the last 400 days.
WITH running AS (
  SELECT
    f.day, f.segment,
    f.new_mrr + f.reactivation_mrr + f.expansion_mrr + f.contraction_mrr + f.churn_mrr
      + f.fx_mrr + f.moved_in_mrr + f.moved_out_mrr AS mrr,
    f.new_subscribers + f.reactivated_subscribers - f.churned_subscribers
      + f.moved_in_subscribers - f.moved_out_subscribers AS subscribers
  FROM fact_day AS f
  INNER JOIN report_run AS r ON f.day <= r.as_of_day
),
opened AS (
  SELECT v.segment, sum(v.mrr) AS mrr, sum(v.subscribers) AS subscribers
  FROM running AS v
  INNER JOIN report_run AS r ON v.day < r.recent_day
  GROUP BY v.segment
),
lived AS (
  SELECT f.segment, min(f.day) AS first_day
  FROM fact_day AS f
  INNER JOIN calendar_day AS c ON c.day = f.day
  WHERE f.charges <> 0 OR f.trials_started <> 0
  GROUP BY f.segment
)
SELECT
  c.day AS date, s.dimension, s.value,
  coalesce(o.mrr, 0) + sum(coalesce(v.mrr, 0)) OVER to_day AS mrr,
  coalesce(o.subscribers, 0) + sum(coalesce(v.subscribers, 0)) OVER to_day AS subscribers,
  coalesce(f.trials_started, 0) AS trials_started,
  coalesce(f.trials_converted, 0) AS trials_converted,
  coalesce(f.charges, 0) AS charges,
  coalesce(f.gross_revenue - f.refunded, 0) AS net_revenue
FROM lived AS l
INNER JOIN report_run AS r ON 1 = 1
INNER JOIN calendar_day AS c ON c.day >= l.first_day AND c.day >= r.recent_day
INNER JOIN report_segment AS s ON s.segment = l.segment
LEFT JOIN opened AS o ON o.segment = l.segment
LEFT JOIN fact_day AS f ON f.day = c.day AND f.segment = l.segment
LEFT JOIN running AS v ON v.day = c.day AND v.segment = l.segment
WINDOW to_day AS (PARTITION BY l.segment ORDER BY c.day ROWS UNBOUNDED PRECEDING)
ORDER BY c.day, s.position
