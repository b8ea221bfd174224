-- operations: what apps and stores did, by day; segments only from detail_day on. Viewers of
-- the as-of day are not settled: their 24 hours are not over.
WITH waited AS (
  SELECT
    f.day, f.minutes, sum(f.failures) OVER to_here AS below,
    sum(f.failures) OVER (PARTITION BY f.day) AS failures
  FROM report_run AS r
  INNER JOIN fact_payment_recovery AS f
    ON r.run = 1 AND f.day >= r.recent_day AND f.day <= r.as_of_day
  WINDOW to_here AS (PARTITION BY f.day ORDER BY f.minutes ROWS UNBOUNDED PRECEDING)
),
recovery AS (
  SELECT day, min(minutes) FILTER (WHERE below * 2 >= failures) AS minutes
  FROM waited
  GROUP BY day
)
SELECT
  f.day AS date, s.dimension, s.value, f.paywalls_shown, f.paywalls_dismissed, f.viewers,
  f.viewers_started,
  CASE WHEN f.day < r.as_of_day THEN f.viewers ELSE 0 END AS settled_viewers,
  f.purchases_started, f.purchases_decided, f.purchases_succeeded,
  f.purchases_failed + f.billings_failed + f.graces_entered AS payment_failures, f.paid_charges,
  f.charges_without_rate,
  f.purchases_failed + f.billings_failed + f.graces_entered + f.paid_charges AS payments,
  w.minutes AS recovery_minutes, f.receipts, f.receipts_failed, l.cases AS receipts_timed,
  l.p50 AS latency_p50, l.p95 AS latency_p95, l.p99 AS latency_p99, f.syncs, f.syncs_failed,
  f.store_errors, f.store_errors + f.purchases_started AS store_contacts, f.sessions, f.crashes,
  f.anrs
FROM fact_operation AS f
INNER JOIN calendar_day AS c ON c.day = f.day
INNER JOIN report_run AS r ON r.run = 1 AND (f.segment = 0 OR f.day >= r.detail_day)
INNER JOIN report_segment AS s ON s.segment = f.segment
LEFT JOIN latency_day AS l ON l.day = f.day AND l.process = 0 AND f.segment = 0
LEFT JOIN recovery AS w ON w.day = f.day AND f.segment = 0
ORDER BY f.day, s.position
