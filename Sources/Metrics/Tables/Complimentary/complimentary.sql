-- complimentary: accesses that were granted and have not ended at the end of the as-of day.
WITH paying AS (
  SELECT v.customer
  FROM report_run AS r
  INNER JOIN coverage AS v ON r.run = 1 AND v.start_day <= r.as_of_day
  WHERE v.end_day > r.as_of_day AND v.mrr > 0
  GROUP BY v.customer
)
SELECT
  g.customer AS customer_id, g.start_day AS since, g.end_day AS ends,
  coalesce(w.value, '(none)') AS reason, b.value AS granted_by, t.value AS product,
  p.list_monthly AS list_value, CASE WHEN y.customer IS NULL THEN 0 ELSE 1 END AS pays
FROM report_run AS r
INNER JOIN complimentary AS g ON r.run = 1 AND g.start_day <= r.as_of_day
LEFT JOIN string AS w ON w.id = g.reason AND g.reason > 0
LEFT JOIN string AS b ON b.id = g.granted_by AND g.granted_by > 0
LEFT JOIN string AS t ON t.id = g.product AND g.product > 0
LEFT JOIN catalogue_product AS p ON p.product = t.value AND p.currency = r.currency
LEFT JOIN paying AS y ON y.customer = g.customer
WHERE g.end_day > r.as_of_day OR g.end_day IS NULL
ORDER BY coalesce(g.end_day, 9999999), g.customer, g.number
