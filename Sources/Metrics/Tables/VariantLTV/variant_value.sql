-- variant_value: customers by experiment and the variant that they met first, who are 30, 60 and 90 days
-- past that, and what they brought until then.
WITH age (days) AS (VALUES (30), (60), (90)),
summed AS (
  SELECT
    f.experiment, f.segment,
    sum(f.customers_30) AS customers_30, sum(f.customers_60) AS customers_60,
    sum(f.customers_90) AS customers_90, sum(f.net_revenue_30) AS net_revenue_30,
    sum(f.net_revenue_60) AS net_revenue_60, sum(f.net_revenue_90) AS net_revenue_90,
    sum(f.value_squares_high_30) AS squares_high_30, sum(f.value_squares_low_30) AS squares_low_30,
    sum(f.value_squares_high_60) AS squares_high_60, sum(f.value_squares_low_60) AS squares_low_60,
    sum(f.value_squares_high_90) AS squares_high_90, sum(f.value_squares_low_90) AS squares_low_90
  FROM report_run AS r
  INNER JOIN fact_experiment AS f ON f.mature_day <= r.as_of_day
  WHERE r.run = 1
  GROUP BY f.experiment, f.segment
),
aged AS (
  SELECT
    x.value AS experiment, s.value AS variant, a.days,
    CASE a.days WHEN 30 THEN m.customers_30 WHEN 60 THEN m.customers_60 ELSE m.customers_90 END
      AS customers,
    CASE a.days WHEN 30 THEN m.net_revenue_30 WHEN 60 THEN m.net_revenue_60 ELSE m.net_revenue_90 END
      AS net_revenue,
    CASE a.days WHEN 30 THEN m.squares_high_30 WHEN 60 THEN m.squares_high_60 ELSE m.squares_high_90 END
      AS squares_high,
    CASE a.days WHEN 30 THEN m.squares_low_30 WHEN 60 THEN m.squares_low_60 ELSE m.squares_low_90 END
      AS squares_low
  FROM summed AS m
  CROSS JOIN age AS a
  INNER JOIN string AS x ON x.id = m.experiment
  INNER JOIN segment AS s ON s.id = m.segment
)
SELECT experiment, variant, days, customers, net_revenue, squares_high, squares_low
FROM aged
WHERE customers > 0
ORDER BY experiment, variant, days
