-- conversion_times: how long those took who converted in a month: quartiles by nearest rank.
WITH ranked AS (
  SELECT
    f.month, p.path, p.name, f.path_hours % 100000 AS hours,
    sum(f.customers) OVER (
      PARTITION BY f.month, p.path ORDER BY f.path_hours ROWS UNBOUNDED PRECEDING
    ) AS below,
    sum(f.customers) OVER (PARTITION BY f.month, p.path) AS customers
  FROM fact_conversion_time AS f
  INNER JOIN conversion_path AS p ON p.path * 100000 = f.path_hours - f.path_hours % 100000
)
SELECT
  k.month, k.name AS path, k.customers, 24 AS hours_a_day,
  min(k.hours) FILTER (WHERE k.below * 4 >= k.customers) AS quarter_hours,
  min(k.hours) FILTER (WHERE k.below * 2 >= k.customers) AS median_hours,
  min(k.hours) FILTER (WHERE k.below * 4 >= k.customers * 3) AS three_quarter_hours,
  m.complete
FROM ranked AS k
INNER JOIN calendar_month AS m ON m.month = k.month
GROUP BY k.month, k.path, k.name, k.customers, m.complete
ORDER BY k.month, k.path
