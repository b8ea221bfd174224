-- product_money: by product, what payments of the last 400 days left after refunds, and how many
-- of its trials became payers. Days and months come first, so that the rows of a product are looked
-- up, and nothing of other segments is read.
WITH money AS (
  SELECT
    f.segment, sum(f.paid_charges) AS payments, sum(f.gross_revenue - f.refunded) AS net
  FROM report_run AS r
  CROSS JOIN calendar_day AS d
  CROSS JOIN report_segment AS s
  CROSS JOIN fact_day AS f
  WHERE r.run = 1 AND d.day >= r.recent_day AND s.dimension = 'product' AND f.grain = 0
    AND f.position = d.day AND f.segment = s.segment
  GROUP BY f.segment
),
tried AS (
  SELECT
    f.segment, sum(f.matured_trials) AS trials, sum(f.matured_converted) AS converted
  FROM report_run AS r
  CROSS JOIN calendar_month AS m
  CROSS JOIN report_segment AS s
  CROSS JOIN fact_trial_start AS f
  WHERE r.run = 1 AND s.dimension = 'product' AND f.grain = 2 AND f.position = m.month
    AND f.segment = s.segment AND f.day <= r.as_of_day
  GROUP BY f.segment
)
SELECT
  s.value AS product, sum(m.payments) AS payments, sum(m.net) AS net,
  sum(coalesce(t.trials, 0)) AS trials, sum(coalesce(t.converted, 0)) AS converted
FROM money AS m
INNER JOIN report_segment AS s ON s.segment = m.segment
LEFT JOIN tried AS t ON t.segment = m.segment
GROUP BY s.value
ORDER BY s.value
