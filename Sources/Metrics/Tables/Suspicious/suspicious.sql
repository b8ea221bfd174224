-- suspicious: what a person should look at. Nothing is ever done about it. A ring of up to six is a
-- walk of up to three links from a customer, and one of up to three back.
WITH link AS (
  SELECT DISTINCT l.customer AS start, l.referrer AS place
  FROM referral_link AS l
  WHERE l.referrer <> l.customer
),
two_links AS (
  SELECT DISTINCT w.start, l.place
  FROM link AS w
  INNER JOIN link AS l ON l.start = w.place
),
three_links AS (
  SELECT DISTINCT w.start, l.place
  FROM two_links AS w
  INNER JOIN link AS l ON l.start = w.place
),
walk AS (
  SELECT start, place, 1 AS steps FROM link
  UNION ALL
  SELECT start, place, 2 FROM two_links
  UNION ALL
  SELECT start, place, 3 FROM three_links
),
ring AS (
  SELECT w.start, min(w.steps + b.steps) AS members
  FROM walk AS w
  INNER JOIN walk AS b ON b.start = w.place AND b.place = w.start
  GROUP BY w.start
),
claim AS (
  SELECT
    c.transaction_hash, c.customer, count(*) AS charges, sum(coalesce(c.gross, 0)) AS amount,
    max(c.day) AS last_day
  FROM shared_transaction AS t
  INNER JOIN charge AS c ON c.transaction_hash = t.transaction_hash
  GROUP BY c.transaction_hash, c.customer
),
pooled AS (
  SELECT DISTINCT g.id AS offer
  FROM offer_pool AS p
  INNER JOIN segment AS g ON g.value = p.offer
),
reused AS (
  SELECT f.code, sum(f.redeemed) AS customers, max(f.day) AS last_day
  FROM fact_code AS f
  INNER JOIN pooled AS p ON p.offer = f.segment
  WHERE f.redeemed > 0
  GROUP BY f.code
  HAVING sum(f.redeemed) > 1
),
shared AS (
  SELECT transaction_hash, count(*) AS customers
  FROM claim
  GROUP BY transaction_hash
  HAVING count(*) > 1
),
listed AS (
  SELECT
    1 AS rank, 'shared transaction' AS kind, c.customer AS customer_id, c.transaction_hash,
    CAST(NULL AS BIGINT) AS other_id, s.customers AS cases, c.amount, c.last_day
  FROM claim AS c
  INNER JOIN shared AS s ON s.transaction_hash = c.transaction_hash
  UNION ALL
  SELECT
    CASE d.kind WHEN 4 THEN 0 WHEN 5 THEN 7 WHEN 6 THEN 8 WHEN 7 THEN 9 ELSE d.kind + 1 END,
    CASE d.kind
      WHEN 1 THEN 'same receipt' WHEN 2 THEN 'refund abuse' WHEN 3 THEN 'trial hopping'
      WHEN 4 THEN 'many ids' WHEN 5 THEN 'jailbreak' WHEN 6 THEN 'tampered receipt'
      ELSE 'trial bypass'
    END,
    d.customer, CASE WHEN d.transaction_hash <> 0 THEN d.transaction_hash END,
    CASE WHEN d.other <> 0 THEN d.other END, d.cases, d.amount, d.last_day
  FROM suspicion AS d
  UNION ALL
  SELECT 10, 'reused code', d.customer, NULL, NULL, u.customers, 0, u.last_day
  FROM reused AS u
  INNER JOIN redemption AS d ON d.code = u.code
  GROUP BY d.customer, u.code, u.customers, u.last_day
  UNION ALL
  SELECT 5, 'self-referral', l.customer, NULL, l.referrer, 1, 0, l.recorded_day
  FROM referral_link AS l
  WHERE l.referrer = l.customer
  UNION ALL
  SELECT 6, 'referral ring', l.customer, NULL, l.referrer, g.members, 0, max(l.recorded_day)
  FROM ring AS g
  INNER JOIN referral_link AS l ON l.customer = g.start AND l.referrer <> l.customer
  GROUP BY l.customer, l.referrer, g.members
)
SELECT
  l.kind, l.customer_id, l.transaction_hash, l.other_id, l.cases, l.amount, l.last_day AS latest
FROM listed AS l
ORDER BY
  l.rank, coalesce(l.transaction_hash, 0), l.amount DESC, l.cases DESC, l.customer_id,
  coalesce(l.other_id, 0)
