-- offer_month: what became of accesses that began in a month, by audience and offer, as known by
-- the end of the as-of day.
SELECT
  f.month_audience / 4 AS month,
  f.month_audience % 4 AS audience, f.segment,
  sum(f.starts) AS starts, sum(f.converted) AS converted, sum(f.matured) AS matured,
  sum(f.matured_converted) AS matured_converted, sum(f.aged) AS aged,
  sum(f.aged_retained) AS aged_retained, sum(f.aged_revenue) AS aged_revenue
FROM fact_offer AS f
INNER JOIN report_run AS r ON r.run = 1 AND f.day <= r.as_of_day
GROUP BY f.month_audience, f.segment
