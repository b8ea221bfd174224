-- referral_link: who was referred by whom, as customers.
SELECT
  f.customer, f.number, coalesce(m.customer, f.referrer) AS referrer, f.recorded_day,
  f.completed_ms
FROM referral AS f
LEFT JOIN customer_member AS m ON m.user = f.referrer
