-- refunds: what was paid back and what was taken back of it by reversals, by day, week and month in
-- which there was any; segments by month.
SELECT
  m.grain, m.position AS period, s.dimension, s.value, m.refunds,
  m.refunded + m.reversed AS paid_back, m.reversals, m.reversed, m.refunded
FROM money AS m
INNER JOIN report_segment AS s ON s.segment = m.segment
WHERE (m.refunds > 0 OR m.reversals > 0) AND (m.segment = 0 OR m.grain = 2)
ORDER BY m.grain, m.position, s.position
