-- upcoming: trials that end, and renewals that fall due, in the days after the as-of day.
WITH trial AS (
  SELECT f.end_day, sum(f.pending) AS trials
  FROM fact_trial_end AS f
  INNER JOIN report_run AS r
    ON r.run = 1 AND f.day <= r.as_of_day AND f.end_day > r.as_of_day
  WHERE f.segment = 0
  GROUP BY f.end_day
),
renewal AS (
  SELECT f.due_day, sum(f.expected) AS renewals, sum(f.expected_mrr) AS mrr
  FROM fact_renewal AS f
  INNER JOIN report_run AS r ON r.run = 1 AND f.due_day > r.as_of_day
  WHERE f.segment = 0
  GROUP BY f.due_day
)
SELECT
  h.days,
  (SELECT coalesce(sum(t.trials), 0) FROM trial AS t WHERE t.end_day <= r.as_of_day + h.days)
    AS trials_ending,
  (SELECT coalesce(sum(n.renewals), 0) FROM renewal AS n
    WHERE n.due_day <= r.as_of_day + h.days) AS renewals_due,
  (SELECT coalesce(sum(n.mrr), 0) FROM renewal AS n WHERE n.due_day <= r.as_of_day + h.days)
    AS renewals_mrr
FROM look_ahead AS h
INNER JOIN report_run AS r ON r.run = 1
ORDER BY h.days
