-- complimentary: accesses that were granted and have not ended at the end of the as-of day.
SELECT
  g.customer AS customer_id, g.start_day AS since, g.end_day AS ends,
  coalesce(w.value, '(none)') AS reason, b.value AS granted_by, t.value AS product,
  p.list_monthly AS list_value, CASE
    WHEN EXISTS (
      SELECT 1 FROM coverage AS v
      WHERE v.customer = g.customer AND v.start_day <= r.as_of_day AND v.end_day > r.as_of_day
        AND v.mrr > 0
    ) THEN 1
    ELSE 0
  END AS pays
FROM report_run AS r
INNER JOIN complimentary AS g ON r.run = 1 AND g.start_day <= r.as_of_day
LEFT JOIN string AS w ON w.id = g.reason AND g.reason > 0
LEFT JOIN string AS b ON b.id = g.granted_by AND g.granted_by > 0
LEFT JOIN string AS t ON t.id = g.product AND g.product > 0
LEFT JOIN catalogue_product AS p ON p.product = t.value AND p.currency = r.currency
WHERE g.end_day > r.as_of_day OR g.end_day IS NULL
ORDER BY coalesce(g.end_day, 9999999), g.customer, g.number
