-- plans: the products of the catalogue at the end of the as-of day: who holds them, what a month
-- costs by the list, and what was paid for a month in the last 90 days.
WITH held AS (
  SELECT CAST(v.product + 0 AS BIGINT) AS product, count(*) AS coverages, sum(v.mrr) AS mrr
  FROM report_run AS r
  CROSS JOIN coverage AS v
  WHERE r.run = 1 AND v.start_day <= r.as_of_day AND v.end_day > r.as_of_day AND v.mrr > 0
  GROUP BY v.product + 0
),
sold AS (
  SELECT
    s.value AS product, sum(f.gross_revenue) AS gross, sum(f.paid_charges) AS charges,
    sum(f.first_payments) AS first_payments
  FROM report_run AS r
  INNER JOIN fact_day AS f
    ON r.run = 1 AND f.grain = 0 AND f.position > r.as_of_day - 90 AND f.position <= r.as_of_day
  INNER JOIN report_segment AS s ON s.segment = f.segment AND s.dimension = 'product'
  GROUP BY s.value
),
moved AS (
  SELECT
    c.product,
    (SELECT sum(f.changes) FROM fact_plan_change AS f
      INNER JOIN report_segment AS s ON s.segment = f.segment WHERE s.value = c.product) AS came,
    (SELECT sum(f.changes) FROM fact_plan_change AS f
      INNER JOIN string AS t ON t.id = f.product WHERE t.value = c.product) AS went
  FROM catalogue_product AS c
)
SELECT
  c.product, c.tier, c.period, c.list_price, c.currency AS list_currency, c.list_monthly,
  c.monthly_rival,
  CASE WHEN c.monthly_rival > 0 THEN c.monthly_rival - c.list_monthly END AS saved,
  coalesce(h.coverages, 0) AS subscriptions,
  sum(coalesce(h.coverages, 0)) OVER () AS all_subscriptions,
  coalesce(h.mrr, 0) AS mrr, coalesce(d.charges, 0) AS charges,
  coalesce(d.gross / c.share_denominator, 0) * c.share_numerator AS paid_by_month,
  coalesce(d.first_payments, 0) AS first_payments, coalesce(v.came, 0) AS changed_to,
  coalesce(v.went, 0) AS changed_from
FROM catalogue_product AS c
LEFT JOIN string AS t ON t.value = c.product
LEFT JOIN held AS h ON h.product = t.id
LEFT JOIN sold AS d ON d.product = c.product
LEFT JOIN moved AS v ON v.product = c.product
ORDER BY c.position
