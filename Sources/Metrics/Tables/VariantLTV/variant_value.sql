-- variant_value: customers by experiment and the variant that they met first, who are 30, 60 and 90 days
-- past that, and what they brought until then.
WITH age (days) AS (VALUES (30), (60), (90))
SELECT
  x.value AS experiment, s.value AS variant, a.days,
  sum(CASE a.days WHEN 30 THEN f.customers_30 WHEN 60 THEN f.customers_60 ELSE f.customers_90 END)
    AS customers,
  sum(
    CASE a.days WHEN 30 THEN f.net_revenue_30 WHEN 60 THEN f.net_revenue_60 ELSE f.net_revenue_90 END)
    AS net_revenue,
  sum(
    CASE a.days
      WHEN 30 THEN f.value_squares_high_30 WHEN 60 THEN f.value_squares_high_60
      ELSE f.value_squares_high_90 END) AS squares_high,
  sum(
    CASE a.days
      WHEN 30 THEN f.value_squares_low_30 WHEN 60 THEN f.value_squares_low_60
      ELSE f.value_squares_low_90 END) AS squares_low
FROM report_run AS r
INNER JOIN fact_experiment AS f ON f.mature_day <= r.as_of_day
CROSS JOIN age AS a
INNER JOIN string AS x ON x.id = f.experiment
INNER JOIN segment AS s ON s.id = f.segment
WHERE r.run = 1
GROUP BY x.value, s.value, a.days
HAVING sum(CASE a.days WHEN 30 THEN f.customers_30 WHEN 60 THEN f.customers_60 ELSE f.customers_90 END) > 0
ORDER BY x.value, s.value, a.days
