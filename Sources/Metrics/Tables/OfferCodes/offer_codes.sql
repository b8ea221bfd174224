-- offer_codes: what is left of the pools of one-time codes. A code is used from the day on which it
-- was first handed out or redeemed; the pools that expire first are used first.
WITH code AS (
  SELECT
    f.segment, f.code, max(f.assigned) AS assigned, sum(f.redeemed) AS redeemed,
    sum(CASE WHEN f.day >= r.quarter_day THEN f.redeemed ELSE 0 END) AS redeemed_quarter,
    CASE WHEN min(f.day) > r.as_of_day - 28 THEN 1 ELSE 0 END AS is_new
  FROM report_run AS r
  INNER JOIN fact_code AS f ON r.run = 1 AND f.day <= r.as_of_day
  GROUP BY f.segment, f.code, r.as_of_day
),
used AS (
  SELECT
    g.value AS offer, count(*) AS used,
    count(*) FILTER (WHERE c.assigned > 0) AS assigned,
    count(*) FILTER (WHERE c.redeemed > 0) AS redeemed,
    count(*) FILTER (WHERE c.redeemed = 0) AS assigned_unredeemed,
    count(*) FILTER (WHERE c.redeemed > 1) AS reused, sum(c.is_new) AS used_28_days,
    sum(c.redeemed_quarter) AS redeemed_quarter
  FROM code AS c
  INNER JOIN segment AS g ON g.id = c.segment
  GROUP BY g.value
),
pool AS (
  SELECT
    p.offer, sum(p.codes) AS codes,
    sum(CASE WHEN p.expires < r.as_of_day THEN p.codes ELSE 0 END) AS over_codes,
    min(p.expires) FILTER (WHERE p.expires >= r.as_of_day) AS next_expiry,
    max(p.per_quarter) AS quarter_limit
  FROM report_run AS r
  INNER JOIN offer_pool AS p ON r.run = 1
  GROUP BY p.offer
),
stocked AS (
  SELECT
    p.offer, p.codes, p.codes - p.over_codes AS valid_codes,
    p.over_codes - coalesce(u.used, 0) AS expired, p.codes - coalesce(u.used, 0) AS unused,
    coalesce(u.assigned, 0) AS assigned, coalesce(u.redeemed, 0) AS redeemed,
    coalesce(u.assigned_unredeemed, 0) AS assigned_unredeemed, coalesce(u.reused, 0) AS reused,
    coalesce(u.used_28_days, 0) AS used_28_days, p.quarter_limit,
    coalesce(u.redeemed_quarter, 0) AS redeemed_quarter, p.next_expiry
  FROM pool AS p
  LEFT JOIN used AS u ON u.offer = p.offer
),
split AS (
  SELECT
    offer, max(expired, 0) AS expired,
    CASE WHEN expired > 0 THEN valid_codes WHEN unused > 0 THEN unused ELSE 0 END AS available
  FROM stocked
)
SELECT
  s.offer, s.codes, s.assigned, s.redeemed, s.assigned_unredeemed, s.reused, t.expired,
  t.available, s.used_28_days, t.available * 28 AS stock, s.quarter_limit, s.redeemed_quarter,
  s.next_expiry
FROM stocked AS s
INNER JOIN split AS t ON t.offer = s.offer
ORDER BY s.offer
