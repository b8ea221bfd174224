-- offers: redemptions by month, offer or code, and audience, beside similar customers: the same
-- audience and month, without an offer (the segment of the dimension with the value -2).
SELECT
  o.month, s.dimension, s.value,
  CASE o.audience WHEN 1 THEN 'new' WHEN 2 THEN 'returning' ELSE 'running' END AS audience,
  o.starts, o.converted, o.matured, o.matured_converted, o.aged, o.aged_retained, o.aged_revenue,
  w.matured AS similar_matured, w.matured_converted AS similar_matured_converted,
  coalesce(w.aged, 0) AS similar_aged, w.aged_retained AS similar_retained,
  w.aged_revenue AS similar_revenue
FROM offer_month AS o
INNER JOIN report_segment AS s ON s.segment = o.segment
LEFT JOIN offer_month AS w
  ON w.month = o.month AND w.audience = o.audience AND w.segment <> o.segment
  AND w.segment = o.segment - o.segment % 4294967296 + 4294967294
WHERE o.starts > 0
ORDER BY o.month, s.position, o.audience
