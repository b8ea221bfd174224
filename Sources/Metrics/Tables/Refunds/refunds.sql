-- refunds: what was paid back and what was taken back of it by reversals, by day, week and month in
-- which there was any; segments by month.
SELECT
  m.grain, m.position AS period, s.dimension, s.value, m.refunds,
  m.refunded + m.reversed AS paid_back, m.reversals, m.reversed, m.refunded
FROM money AS m
INNER JOIN report_run AS r ON r.run = 1
INNER JOIN report_segment AS s ON s.segment = m.segment
WHERE (m.refunds > 0 OR m.reversals > 0)
  AND (m.grain = 2
    OR EXISTS (SELECT 1 FROM report_day AS d WHERE d.segment = m.segment AND d.day = r.as_of_day))
ORDER BY m.grain, m.position, s.position
