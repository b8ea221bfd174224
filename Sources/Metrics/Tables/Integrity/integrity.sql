-- integrity: what customers with a sign of abuse did, all time, beside all others; nothing where no
-- app has logged such a sign.
WITH signed AS (
  SELECT
    f.signal, sum(f.customers) AS customers, sum(f.matured_trials) AS matured_trials,
    sum(f.matured_converted) AS matured_converted, sum(f.payers) AS payers,
    sum(f.net_revenue) AS net_revenue
  FROM fact_integrity AS f
  INNER JOIN report_run AS r ON r.run = 1 AND f.day <= r.as_of_day
  GROUP BY f.signal
),
trial AS (
  SELECT sum(f.matured_trials) AS matured_trials, sum(f.matured_converted) AS matured_converted
  FROM fact_trial_end AS f
  INNER JOIN report_run AS r ON r.run = 1 AND f.segment = 0 AND f.day <= r.as_of_day
),
money AS (
  SELECT
    sum(f.first_payments) AS payers, sum(f.gross_revenue) - sum(f.refunded) AS net_revenue
  FROM fact_day AS f
  INNER JOIN report_run AS r
    ON r.run = 1 AND f.grain = 0 AND f.segment = 0 AND f.position <= r.as_of_day
),
listed AS (
  SELECT
    CASE WHEN s.signal = 0 THEN 9 ELSE s.signal END AS place,
    CASE s.signal
      WHEN 0 THEN 'any' WHEN 5 THEN 'jailbreak' WHEN 6 THEN 'tampered_receipt'
      ELSE 'trial_bypass'
    END AS sign,
    s.customers, s.matured_trials, s.matured_converted, s.payers, s.net_revenue
  FROM signed AS s
  UNION ALL
  SELECT
    10, '(others)', NULL, coalesce(t.matured_trials, 0) - s.matured_trials,
    coalesce(t.matured_converted, 0) - s.matured_converted, coalesce(m.payers, 0) - s.payers,
    coalesce(m.net_revenue, 0) - s.net_revenue
  FROM signed AS s
  CROSS JOIN trial AS t
  CROSS JOIN money AS m
  WHERE s.signal = 0
)
SELECT
  sign, customers, matured_trials, matured_converted, payers, net_revenue
FROM listed
ORDER BY place
