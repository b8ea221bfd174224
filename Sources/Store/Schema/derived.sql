-- Derived tables beside the facts and the rows of customers, which are declared in Swift: replaced
-- customer by customer. Amounts are micro-units of the reporting currency; days count from 1970-01-01
-- in the reporting time zone.

-- Transactions that charges and trials of more than one customer had at some time: few, so that a
-- night need not look through all of them. is_checked: whether transaction_link knows these as they
-- are.
CREATE TABLE shared_transaction (
  transaction_hash INTEGER PRIMARY KEY,
  is_checked INTEGER NOT NULL
) STRICT;

-- Users who tell of one payment of that transaction, in both directions.
CREATE TABLE transaction_link (
  transaction_hash INTEGER NOT NULL,
  user INTEGER NOT NULL,
  other INTEGER NOT NULL,
  PRIMARY KEY (transaction_hash, user, other)
) STRICT, WITHOUT ROWID;

-- Refunds, by user and the payment that they name, that belong to the customer of another user: his is
-- the payment.
CREATE TABLE foreign_refund (
  user INTEGER NOT NULL,
  transaction_hash INTEGER NOT NULL,
  owner INTEGER NOT NULL,
  PRIMARY KEY (user, transaction_hash)
) STRICT, WITHOUT ROWID;

-- How long processes took, by nearest rank, for each day of fact_latency: kept beside it because a
-- report shows every day, and ranks would take it through every duration of every day. process:
-- 0 validation, 1 sync, 2 refresh, 3 notification.
CREATE TABLE latency_day (
  day INTEGER NOT NULL,
  process INTEGER NOT NULL,
  cases INTEGER NOT NULL,
  p50 INTEGER NOT NULL,
  p95 INTEGER NOT NULL,
  p99 INTEGER NOT NULL,
  PRIMARY KEY (day, process)
) STRICT, WITHOUT ROWID;

-- What the rows of charge and refund add up to, kept as they come and go: a report proves its
-- figures, which come from the facts, against these, and need not read years of rows for it.
CREATE TABLE control_total (
  gross INTEGER NOT NULL,
  refunded INTEGER NOT NULL
) STRICT;
