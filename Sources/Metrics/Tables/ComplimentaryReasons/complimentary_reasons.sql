-- complimentary_reasons: accesses that were granted, by why, and whether their customers came to pay.
WITH granted AS (
  SELECT
    coalesce(w.value, '(none)') AS reason,
    CASE WHEN g.end_day > r.as_of_day OR g.end_day IS NULL THEN 1 ELSE 0 END AS is_running,
    CASE
      WHEN g.end_day > r.as_of_day AND g.end_day <= r.as_of_day + 30 THEN 1 ELSE 0
    END AS is_ending,
    CASE WHEN g.end_day <= r.as_of_day - 30 THEN 1 ELSE 0 END AS is_matured,
    CASE WHEN g.paid_day <= g.end_day + 30 THEN 1 ELSE 0 END AS has_paid, p.list_monthly
  FROM report_run AS r
  INNER JOIN complimentary AS g ON r.run = 1 AND g.start_day <= r.as_of_day
  LEFT JOIN string AS w ON w.id = g.reason
  LEFT JOIN string AS t ON t.id = g.product
  LEFT JOIN catalogue_product AS p ON p.product = t.value AND p.currency = r.currency
)
SELECT
  reason, count(*) AS grants, sum(is_running) AS running, sum(is_ending) AS ending_30_days,
  sum(is_running * coalesce(list_monthly, 0)) AS list_value, sum(is_matured) AS matured,
  sum(is_matured * has_paid) AS converted
FROM granted
GROUP BY reason
ORDER BY reason
