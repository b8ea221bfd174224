-- app_health: how the processes of the apps ended, by day, and how long they took in the recent
-- days; segments only from detail_day on. Purchases, validations and syncs are operations, too.
WITH told AS (
  SELECT
    f.day, f.segment,
    CASE f.signal
      WHEN 1 THEN 'restore' WHEN 2 THEN 'refresh' WHEN 3 THEN 'notification'
      WHEN 4 THEN 'sync_conflict' WHEN 5 THEN 'jailbreak' WHEN 6 THEN 'tampered_receipt'
      ELSE 'trial_bypass'
    END AS process,
    f.started, f.events, f.failed, f.trials, CASE WHEN f.signal <= 4 THEN f.events ELSE 0 END AS ended
  FROM report_run AS r
  INNER JOIN fact_signal AS f ON r.run = 1 AND (f.segment = 0 OR f.day >= r.detail_day)
  UNION ALL
  SELECT
    f.day, f.segment,
    CASE n.number WHEN 0 THEN 'purchase' WHEN 1 THEN 'validation' ELSE 'sync' END,
    CASE n.number WHEN 0 THEN f.purchases_started ELSE 0 END,
    CASE n.number WHEN 0 THEN f.purchases_decided WHEN 1 THEN f.receipts ELSE f.syncs END,
    CASE n.number
      WHEN 0 THEN f.purchases_decided - f.purchases_succeeded WHEN 1 THEN f.receipts_failed
      ELSE f.syncs_failed
    END,
    0, CASE n.number WHEN 0 THEN f.purchases_decided WHEN 1 THEN f.receipts ELSE f.syncs END
  FROM report_run AS r
  INNER JOIN fact_operation AS f ON r.run = 1 AND (f.segment = 0 OR f.day >= r.detail_day)
  CROSS JOIN small_number AS n
  WHERE n.number IN (0, 1, 2)
)
SELECT
  t.day AS date, t.process, s.dimension, s.value, t.started, t.events, t.failed,
  t.ended - t.failed AS succeeded, t.ended, t.trials AS trials_instead, q.cases AS timed, q.p50,
  q.p95, q.p99
FROM told AS t
INNER JOIN calendar_day AS c ON c.day = t.day
INNER JOIN report_run AS r ON r.run = 1
INNER JOIN report_segment AS s
  ON s.segment = t.segment AND s.dimension IN ('all', 'platform', 'app_version', 'app')
LEFT JOIN latency_day AS q
  ON q.day = t.day AND t.segment = 0 AND t.day >= r.recent_day AND q.process = CASE t.process
    WHEN 'validation' THEN 0 WHEN 'sync' THEN 1 WHEN 'refresh' THEN 2 WHEN 'notification' THEN 3
  END
WHERE t.started + t.events > 0
ORDER BY t.day, t.process, s.position
