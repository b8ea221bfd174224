-- consent: customers by what they have agreed to, and the share of the events of the last 28 days
-- that the log has of them; nothing where no app logs it.
SELECT
  CASE f.state WHEN 1 THEN 'granted' WHEN 2 THEN 'denied' ELSE 'undetermined' END AS state,
  sum(f.customers) AS customers, sum(f.payers) AS payers,
  sum(CASE WHEN f.day > r.as_of_day - 28 THEN f.app_events ELSE 0 END) AS app_events_28_days,
  sum(CASE WHEN f.day > r.as_of_day - 28 THEN f.store_events ELSE 0 END) AS store_events_28_days,
  sum(sum(CASE WHEN f.day > r.as_of_day - 28 THEN f.app_events ELSE 0 END)) OVER ()
    AS all_app_events,
  sum(sum(CASE WHEN f.day > r.as_of_day - 28 THEN f.store_events ELSE 0 END)) OVER ()
    AS all_store_events
FROM fact_consent AS f
INNER JOIN report_run AS r ON r.run = 1 AND f.day <= r.as_of_day
GROUP BY f.state
ORDER BY CASE f.state WHEN 0 THEN 3 ELSE f.state END
