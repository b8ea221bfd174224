-- experiment_sums: customers by experiment and the variant that they met first, and what they did
-- within the window; matured counts those whose window is over.
SELECT
  x.value AS experiment, s.value AS variant,
  sum(f.exposed) AS exposed, sum(f.mixed) AS mixed, sum(f.trials) AS trials,
  sum(f.payers) AS payers, sum(f.revenue) AS revenue, sum(f.squares_high) AS squares_high,
  sum(f.squares_low) AS squares_low,
  sum(CASE WHEN f.mature_day <= r.as_of_day THEN f.exposed ELSE 0 END) AS matured_exposed,
  sum(CASE WHEN f.mature_day <= r.as_of_day THEN f.trials ELSE 0 END) AS matured_trials,
  sum(CASE WHEN f.mature_day <= r.as_of_day THEN f.payers ELSE 0 END) AS matured_payers,
  sum(CASE WHEN f.mature_day <= r.as_of_day THEN f.revenue ELSE 0 END) AS matured_revenue,
  sum(CASE WHEN f.mature_day <= r.as_of_day THEN f.squares_high ELSE 0 END)
    AS matured_squares_high,
  sum(CASE WHEN f.mature_day <= r.as_of_day THEN f.squares_low ELSE 0 END) AS matured_squares_low
FROM fact_experiment AS f
INNER JOIN report_run AS r ON r.run = 1
INNER JOIN string AS x ON x.id = f.experiment
INNER JOIN segment AS s ON s.id = f.segment
GROUP BY x.value, s.value
ORDER BY x.value, s.value
