-- price_views: paywall viewers by the month of their first paywall, for months whose viewers have
-- all had 30 days to pay; those who paid, by product and price in hundredths (-1: not known).
SELECT
  f.month, CASE WHEN f.price = 0 THEN '' ELSE s.value END AS product, f.price,
  sum(f.viewers) AS viewers, sum(f.buyers) AS buyers, sum(f.revenue) AS revenue,
  sum(f.squares_high) AS squares_high, sum(f.squares_low) AS squares_low
FROM report_run AS r
CROSS JOIN calendar_month AS m
INNER JOIN fact_price_point AS f ON f.month = m.month
INNER JOIN segment AS s ON s.id = f.segment
WHERE r.run = 1 AND m.last_day + 30 <= r.as_of_day
GROUP BY f.month, CASE WHEN f.price = 0 THEN '' ELSE s.value END, f.price
ORDER BY f.month, product, f.price
