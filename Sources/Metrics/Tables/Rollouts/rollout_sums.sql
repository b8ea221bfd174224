-- rollout_sums: customers of each step of a rollout, those who have what is rolled out (in) and those
-- who do not (out), and what they did within the step.
SELECT
  s.rollout, s.number AS step, s.position,
  sum(f.customers_out) AS customers_out, sum(f.joined_out) AS joined,
  sum(f.sessions_out) AS sessions_out, sum(f.crashed_out) AS crashed_out,
  sum(f.anr_out) AS anr_out, sum(f.prospects_out) AS prospects_out,
  sum(f.payers_out) AS payers_out, sum(f.revenue_out) AS revenue_out,
  sum(f.squares_high_out) AS squares_high_out, sum(f.squares_low_out) AS squares_low_out,
  sum(f.customers_in) AS customers_in, sum(f.sessions_in) AS sessions_in,
  sum(f.crashed_in) AS crashed_in, sum(f.anr_in) AS anr_in, sum(f.prospects_in) AS prospects_in,
  sum(f.payers_in) AS payers_in, sum(f.revenue_in) AS revenue_in,
  sum(f.squares_high_in) AS squares_high_in, sum(f.squares_low_in) AS squares_low_in
FROM report_run AS r
INNER JOIN fact_rollout AS f ON r.run = 1 AND f.day <= r.as_of_day
INNER JOIN rollout_step AS s ON s.position = f.step
GROUP BY s.rollout, s.number, s.position
ORDER BY s.position
