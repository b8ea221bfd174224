-- entitlement_age: by day, how many days ago the access of the customers had last been checked, each
-- at the oldest that was said on the day.
WITH ranked AS (
  SELECT
    f.day, f.age, f.customers, f.users, sum(f.customers) OVER to_here AS below,
    sum(f.customers) OVER (PARTITION BY f.day) AS known
  FROM fact_staleness AS f
  INNER JOIN calendar_day AS c ON c.day = f.day
  WINDOW to_here AS (PARTITION BY f.day ORDER BY f.age ROWS UNBOUNDED PRECEDING)
)
SELECT
  day AS date, sum(customers) AS customers,
  sum(CASE WHEN age < 1 THEN customers ELSE 0 END) AS fresh,
  sum(CASE WHEN age >= 1 AND age <= 7 THEN customers ELSE 0 END) AS in_grace,
  sum(CASE WHEN age > 7 THEN customers ELSE 0 END) AS beyond,
  sum(CASE WHEN age > 7 THEN users ELSE 0 END) AS users_beyond,
  min(age) FILTER (WHERE below * 100 >= known * 50) AS median_days,
  min(age) FILTER (WHERE below * 100 >= known * 95) AS p95_days
FROM ranked
GROUP BY day
ORDER BY day
