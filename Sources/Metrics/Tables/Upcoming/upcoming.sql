-- upcoming: what happens in the days after the as-of day: trials that end, renewals that fall due,
-- paid accesses that end because renewal is off; and the money that hangs on it. Trials that end are
-- expected to convert like those that were to end in the 28 days before the newest settled day; of those, as
-- many are taken as would not be cancelled by now, for whoever converts has not. The renewals after the next
-- one count while that one is still to come.
WITH trial AS (
  SELECT
    f.segment, f.end_day, sum(f.pending) AS pending, sum(f.cancelled) AS cancelled,
    sum(f.pending_amount) AS amount
  FROM fact_trial_end AS f
  INNER JOIN report_run AS r
    ON r.run = 1 AND f.day <= r.as_of_day AND f.end_day > r.as_of_day
  INNER JOIN report_day AS d ON d.segment = f.segment AND d.day = r.as_of_day
  GROUP BY f.segment, f.end_day
),
settled AS (
  SELECT f.segment, sum(f.matured_converted) AS converted, sum(f.matured_trials) AS matured
  FROM fact_trial_end AS f
  INNER JOIN report_run AS r
    ON r.run = 1 AND f.day <= r.as_of_day
    AND f.end_day > r.settled_trial_day - 28 AND f.end_day <= r.settled_trial_day
  INNER JOIN report_day AS d ON d.segment = f.segment AND d.day = r.as_of_day
  GROUP BY f.segment
),
renewal AS (
  SELECT
    f.segment, f.due_day, f.expected, f.expected_mrr, f.expected_amount, f.lapsing, f.lapsing_mrr
  FROM fact_renewal AS f
  INNER JOIN report_run AS r ON r.run = 1 AND f.due_day > r.as_of_day
  INNER JOIN report_day AS d ON d.segment = f.segment AND d.day = r.as_of_day
  UNION ALL
  SELECT f.segment, f.due_day, f.expected, 0, f.expected_amount, 0, 0
  FROM fact_later_renewal AS f
  INNER JOIN report_run AS r
    ON r.run = 1 AND f.due_day > r.as_of_day AND f.last_day >= r.as_of_day
  INNER JOIN report_day AS d ON d.segment = f.segment AND d.day = r.as_of_day
),
ending AS (
  SELECT
    d.segment, h.days, d.day AS as_of_day, coalesce(sum(t.pending), 0) AS pending,
    coalesce(sum(t.cancelled), 0) AS cancelled, coalesce(sum(t.amount), 0) AS amount
  FROM report_run AS r
  INNER JOIN report_day AS d ON r.run = 1 AND d.day = r.as_of_day
  CROSS JOIN look_ahead AS h
  LEFT JOIN trial AS t ON t.segment = d.segment AND t.end_day <= d.day + h.days
  GROUP BY d.segment, h.days, d.day
)
SELECT
  e.segment, e.days, e.pending + e.cancelled AS trials_ending, e.cancelled AS trials_cancelled,
  e.amount AS trials_amount, coalesce(s.converted, 0) AS recent_converted,
  coalesce(s.matured, 0) AS recent_matured, e.pending AS trials_left,
  coalesce(sum(n.expected), 0) AS renewals_due, coalesce(sum(n.expected_mrr), 0) AS renewals_mrr,
  coalesce(sum(n.expected_amount), 0) AS renewals_amount, coalesce(sum(n.lapsing), 0) AS lapsing,
  coalesce(sum(n.lapsing_mrr), 0) AS lapsing_mrr
FROM ending AS e
LEFT JOIN settled AS s ON s.segment = e.segment
LEFT JOIN renewal AS n ON n.segment = e.segment AND n.due_day <= e.as_of_day + e.days
GROUP BY e.segment, e.days, e.pending, e.cancelled, e.amount, s.converted, s.matured
ORDER BY e.segment, e.days
