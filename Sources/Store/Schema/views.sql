-- For people who open the database with sqlite3 or Datasette: readable names, ISO dates, amounts
-- in whole units. The program itself never reads a view. Every figure is as of the last report.

-- One row per person, named by the id that was seen first.
CREATE VIEW customers AS
SELECT
  CAST(u.key AS TEXT) AS customer,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.first_ms / 1000, 'unixepoch') AS first_event,
  nullif({dimension}.value, '') AS {dimension},
  nullif(app.value, '') AS app,
  date(c.since_day * 86400, 'unixepoch') AS access_since,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.access_until_ms / 1000, 'unixepoch') AS access_until,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.complimentary_until_ms / 1000, 'unixepoch')
    AS complimentary_until,
  c.net_revenue / 1000000.0 AS net_revenue,
  c.id AS customer_number
FROM main.customer AS c
INNER JOIN main.user AS u ON u.id = c.id
LEFT JOIN main.string AS {dimension} ON {dimension}.id = c.{dimension}
LEFT JOIN main.string AS app ON app.id = c.app;

-- One row per successful payment, price 0 included.
CREATE VIEW charges AS
SELECT
  CAST(u.key AS TEXT) AS customer,
  c.number,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.time_ms / 1000, 'unixepoch') AS charged_at,
  date(c.day * 86400, 'unixepoch') AS day,
  product.value AS product,
  tier.value AS tier,
  CASE WHEN c.period > 0 THEN
    'P' || (c.period / 4) || substr('DWMY', c.period % 4 + 1, 1)
  END AS period,
  nullif(app.value, '') AS app,
  nullif(country.value, '') AS country,
  nullif(currency.value, '') AS original_currency,
  c.original_price / 1000000.0 AS original_price,
  c.original_refunded / 1000000.0 AS original_refunded,
  c.gross / 1000000.0 AS gross,
  c.tax / 1000000.0 AS tax,
  c.commission / 1000000.0 AS commission,
  (c.gross - c.tax - c.commission) / 1000000.0 AS proceeds,
  c.is_estimated AS is_price_estimated,
  c.customer AS customer_number
FROM main.charge AS c
INNER JOIN main.user AS u ON u.id = c.customer
LEFT JOIN main.string AS product ON product.id = c.product
LEFT JOIN main.string AS tier ON tier.id = c.tier
LEFT JOIN main.string AS app ON app.id = c.app
LEFT JOIN main.string AS country ON country.id = c.country
LEFT JOIN main.string AS currency ON currency.id = c.currency;

-- One row per refund, or reversal of one; amounts in the reporting currency.
CREATE VIEW refunds AS
SELECT
  CAST(u.key AS TEXT) AS customer,
  r.charge AS charge_number,
  strftime('%Y-%m-%dT%H:%M:%SZ', r.time_ms / 1000, 'unixepoch') AS refunded_at,
  date(r.day * 86400, 'unixepoch') AS day,
  r.amount / 1000000.0 AS amount,
  r.tax / 1000000.0 AS tax,
  r.commission / 1000000.0 AS commission,
  r.is_reversal,
  r.customer AS customer_number
FROM main.refund AS r
INNER JOIN main.user AS u ON u.id = r.customer;

-- One row per stretch of access that a trial, a payment, a free offer or a grant gave, and per stretch of
-- days on which an add-on has MRR. A second piece of one coverage is access that came back after a gap.
CREATE VIEW coverages AS
SELECT
  CAST(u.key AS TEXT) AS customer,
  c.number,
  c.piece,
  CASE c.kind {coverage_kind} END AS kind,
  product.value AS product,
  tier.value AS tier,
  CASE WHEN c.period > 0 THEN
    'P' || (c.period / 4) || substr('DWMY', c.period % 4 + 1, 1)
  END AS period,
  nullif(app.value, '') AS app,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.start_ms / 1000, 'unixepoch') AS starts_at,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.own_end_ms / 1000, 'unixepoch') AS paid_until,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.end_ms / 1000, 'unixepoch') AS ends_at,
  strftime('%Y-%m-%dT%H:%M:%SZ', c.grace_end_ms / 1000, 'unixepoch') AS grace_until,
  date(c.start_day * 86400, 'unixepoch') AS first_active_day,
  date((c.end_day - 1) * 86400, 'unixepoch') AS last_active_day,
  CASE c.stop {coverage_stop} END AS stopped_by,
  c.auto_renew,
  c.billing_trouble AS had_billing_trouble,
  c.mrr / 1000000.0 AS mrr,
  c.net_mrr / 1000000.0 AS net_mrr,
  c.charge AS charge_number,
  c.customer AS customer_number
FROM main.coverage AS c
INNER JOIN main.user AS u ON u.id = c.customer
LEFT JOIN main.string AS product ON product.id = c.product
LEFT JOIN main.string AS tier ON tier.id = c.tier
LEFT JOIN main.string AS app ON app.id = c.app;

-- What changed MRR and its subscribers, by day and segment ('all', 'all' is the total). Days that
-- nothing happened on have no row; days still to come hold what is known to end.
CREATE VIEW movements_by_day AS
SELECT
  date(f.position * 86400, 'unixepoch') AS day,
  s.dimension,
  s.value,
  f.new_mrr / 1000000.0 AS new_mrr,
  f.reactivation_mrr / 1000000.0 AS reactivation_mrr,
  f.expansion_mrr / 1000000.0 AS expansion_mrr,
  f.contraction_mrr / 1000000.0 AS contraction_mrr,
  f.churn_mrr / 1000000.0 AS churn_mrr,
  f.fx_mrr / 1000000.0 AS fx_mrr,
  f.moved_in_mrr / 1000000.0 AS moved_in_mrr,
  f.moved_out_mrr / 1000000.0 AS moved_out_mrr,
  f.new_subscribers,
  f.reactivated_subscribers,
  f.churned_subscribers,
  f.moved_in_subscribers,
  f.moved_out_subscribers
FROM main.fact_day AS f
INNER JOIN main.segment AS s ON s.id = f.segment
WHERE f.grain = 0;

-- Money by the day on which it moved, and segment.
CREATE VIEW revenue_by_day AS
SELECT
  date(f.position * 86400, 'unixepoch') AS day,
  s.dimension,
  s.value,
  f.charges,
  f.gross_revenue / 1000000.0 AS gross,
  f.refunds,
  f.refunded / 1000000.0 AS refunded,
  (f.gross_revenue - f.refunded) / 1000000.0 AS net,
  f.tax / 1000000.0 AS tax,
  f.commission / 1000000.0 AS commission
FROM main.fact_day AS f
INNER JOIN main.segment AS s ON s.id = f.segment
WHERE f.grain = 0;

-- One row per run, the newest last.
CREATE VIEW runs AS
SELECT
  r.id AS run,
  strftime('%Y-%m-%dT%H:%M:%SZ', r.started_ms / 1000, 'unixepoch') AS started_at,
  r.version,
  r.lines_read,
  r.accepted,
  r.duplicate,
  r.ignored,
  r.rejected,
  r.conflicts,
  r.late,
  r.failed
FROM main.run AS r;

-- One row per file that a run looked into.
CREATE VIEW inputs AS
SELECT
  i.run,
  i.path,
  i.status,
  i.size AS bytes,
  i.lines_read,
  i.accepted,
  i.duplicate,
  i.ignored,
  i.rejected,
  i.torn_bytes
FROM main.input AS i;

-- The rejected lines, each where it stands and why; raw is cut at 4 KiB, and empty after 30 days and
-- after a purge.
CREATE VIEW rejected_lines AS
SELECT
  r.run,
  r.path,
  r.line,
  r.byte_offset,
  r.reason,
  nullif(r.field, '') AS field,
  CAST(r.raw AS TEXT) AS raw
FROM main.reject AS r;

-- Accepted events by day; a day that is missing had none.
CREATE VIEW events_by_day AS
SELECT date(d.day * 86400, 'unixepoch') AS day, d.events FROM main.event_day AS d;
