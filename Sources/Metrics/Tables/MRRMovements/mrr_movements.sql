-- mrr_movements: segment_month with the names of the segments.
SELECT
  m.month, s.dimension, s.value, m.opening, m.new, m.reactivation, m.expansion, m.contraction,
  m.churn, m.fx, m.moved_in, m.moved_out, m.closing, m.opening_subscribers, m.new_subscribers,
  m.reactivated_subscribers, m.churned_subscribers, m.moved_in_subscribers,
  m.moved_out_subscribers, m.closing_subscribers, m.complete
FROM segment_month AS m
INNER JOIN report_segment AS s ON s.segment = m.segment
ORDER BY m.month, s.position
