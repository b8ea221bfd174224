-- conversion_times: how long those took who converted in a month: quartiles by nearest rank.
WITH ranked AS (
  SELECT
    f.month, f.path_hours / 100000 AS path, f.path_hours % 100000 AS hours,
    sum(f.customers) OVER (
      PARTITION BY f.month, f.path_hours / 100000 ORDER BY f.path_hours ROWS UNBOUNDED PRECEDING
    ) AS below,
    sum(f.customers) OVER (PARTITION BY f.month, f.path_hours / 100000) AS customers
  FROM fact_conversion_time AS f
)
SELECT
  k.month, p.name AS path, k.customers, 24 AS hours_a_day,
  min(CASE WHEN k.below * 4 >= k.customers THEN k.hours END) AS quarter_hours,
  min(CASE WHEN k.below * 2 >= k.customers THEN k.hours END) AS median_hours,
  min(CASE WHEN k.below * 4 >= k.customers * 3 THEN k.hours END) AS three_quarter_hours,
  m.complete
FROM ranked AS k
INNER JOIN conversion_path AS p ON p.path = k.path
INNER JOIN calendar_month AS m ON m.month = k.month
GROUP BY k.month, k.path, p.name, k.customers, m.complete
ORDER BY k.month, k.path
