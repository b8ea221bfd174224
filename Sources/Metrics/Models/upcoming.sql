-- upcoming: what happens in the days after the as-of day: trials that end, renewals that fall due,
-- paid accesses that end because renewal is off; and the money that hangs on it.
WITH trial AS (
  SELECT f.end_day, sum(f.pending) AS trials, sum(f.pending_amount) AS amount
  FROM fact_trial_end AS f
  INNER JOIN report_run AS r
    ON r.run = 1 AND f.day <= r.as_of_day AND f.end_day > r.as_of_day
  WHERE f.segment = 0
  GROUP BY f.end_day
),
ending AS (
  SELECT
    h.days, coalesce(sum(t.trials), 0) AS trials, coalesce(sum(t.amount), 0) AS amount
  FROM look_ahead AS h
  INNER JOIN report_run AS r ON r.run = 1
  LEFT JOIN trial AS t ON t.end_day <= r.as_of_day + h.days
  GROUP BY h.days
)
SELECT
  e.days, e.trials AS trials_ending, e.amount AS trials_amount,
  coalesce(sum(f.expected), 0) AS renewals_due, coalesce(sum(f.expected_mrr), 0) AS renewals_mrr,
  coalesce(sum(f.expected_amount), 0) AS renewals_amount, coalesce(sum(f.lapsing), 0) AS lapsing,
  coalesce(sum(f.lapsing_mrr), 0) AS lapsing_mrr
FROM ending AS e
INNER JOIN report_run AS r ON r.run = 1
LEFT JOIN fact_renewal AS f
  ON f.due_day > r.as_of_day AND f.due_day <= r.as_of_day + e.days AND f.segment = 0
GROUP BY e.days, e.trials, e.amount
ORDER BY e.days
