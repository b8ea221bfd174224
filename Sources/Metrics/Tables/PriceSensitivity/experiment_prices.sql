-- experiment_prices: what the first payment within the window cost, by experiment, variant and
-- product.
SELECT
  x.value AS experiment, v.value AS variant, s.value AS product, sum(f.buyers) AS buyers,
  sum(f.price) AS price, sum(f.squares_high) AS squares_high, sum(f.squares_low) AS squares_low
FROM fact_experiment_price AS f
INNER JOIN string AS x ON x.id = f.experiment
INNER JOIN string AS v ON v.id = f.variant
INNER JOIN segment AS s ON s.id = f.segment
GROUP BY x.value, v.value, s.value
ORDER BY x.value, v.value, s.value
