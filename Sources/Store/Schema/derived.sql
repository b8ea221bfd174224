-- What the fold made of the events: replaced customer by customer. Amounts are micro-units of the
-- reporting currency unless the name says original; days count from 1970-01-01 in the reporting
-- time zone, and a stretch is active at the ends of start_day to end_day - 1. A line with {dimension}
-- stands for one of each dimension of customers, as in the views.

CREATE TABLE customer (
  id INTEGER PRIMARY KEY,
  first_ms INTEGER NOT NULL,
  {dimension} INTEGER NOT NULL,
  since_day INTEGER,
  access_until_ms INTEGER,
  complimentary_until_ms INTEGER,
  net_revenue INTEGER NOT NULL,
  -- Here and below: -1 where apps are not told apart.
  app INTEGER NOT NULL
) STRICT;

CREATE TABLE charge (
  customer INTEGER NOT NULL,
  number INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  day INTEGER NOT NULL,
  product INTEGER NOT NULL,
  tier INTEGER NOT NULL,
  period INTEGER NOT NULL,
  country INTEGER NOT NULL,
  currency INTEGER NOT NULL,
  original_price INTEGER,
  original_refunded INTEGER NOT NULL,
  gross INTEGER,
  tax INTEGER NOT NULL,
  commission INTEGER NOT NULL,
  is_estimated INTEGER NOT NULL,
  app INTEGER NOT NULL,
  transaction_hash INTEGER NOT NULL,
  PRIMARY KEY (customer, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE refund (
  customer INTEGER NOT NULL,
  number INTEGER NOT NULL,
  charge INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  day INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  tax INTEGER NOT NULL,
  commission INTEGER NOT NULL,
  is_reversal INTEGER NOT NULL,
  PRIMARY KEY (customer, number)
) STRICT, WITHOUT ROWID;

-- kind: 1 trial, 2 paid, 3 free, 4 grant, 5 the days on which an add-on has MRR, which is no access; a
-- grant without an end has no own end.
-- stop: 0 none, 1 replaced, 2 expired, 3 refunded, 4 revoked.
CREATE TABLE coverage (
  customer INTEGER NOT NULL,
  number INTEGER NOT NULL,
  piece INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  charge INTEGER,
  product INTEGER NOT NULL,
  tier INTEGER NOT NULL,
  period INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  own_end_ms INTEGER,
  own_end_day INTEGER,
  end_ms INTEGER NOT NULL,
  start_day INTEGER NOT NULL,
  end_day INTEGER NOT NULL,
  grace_end_ms INTEGER,
  stop INTEGER NOT NULL,
  auto_renew INTEGER NOT NULL,
  billing_trouble INTEGER NOT NULL,
  mrr INTEGER NOT NULL,
  net_mrr INTEGER NOT NULL,
  -- What the next renewal costs.
  recurring INTEGER NOT NULL,
  app INTEGER NOT NULL,
  PRIMARY KEY (customer, number, piece)
) STRICT, WITHOUT ROWID;

-- The transaction of a trial, by the number of its coverage, where the log tells one.
CREATE TABLE trial_transaction (
  customer INTEGER NOT NULL,
  number INTEGER NOT NULL,
  transaction_hash INTEGER NOT NULL,
  PRIMARY KEY (customer, number)
) STRICT, WITHOUT ROWID;

-- That a customer was referred, by the user id of the referrer.
CREATE TABLE referral (
  customer INTEGER NOT NULL,
  number INTEGER NOT NULL,
  referrer INTEGER NOT NULL,
  recorded_ms INTEGER NOT NULL,
  recorded_day INTEGER NOT NULL,
  completed_ms INTEGER,
  completed_day INTEGER,
  PRIMARY KEY (customer, number)
) STRICT, WITHOUT ROWID;

-- That a customer redeemed an offer or a code.
CREATE TABLE redemption (
  customer INTEGER NOT NULL,
  number INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  offer INTEGER NOT NULL,
  code INTEGER NOT NULL,
  PRIMARY KEY (customer, number)
) STRICT, WITHOUT ROWID;

-- Complimentary access of a customer; end_day is NULL without a known end, paid_day the day of the first
-- payment after its beginning.
CREATE TABLE complimentary (
  customer INTEGER NOT NULL,
  number INTEGER NOT NULL,
  start_day INTEGER NOT NULL,
  end_day INTEGER,
  reason INTEGER NOT NULL,
  granted_by INTEGER NOT NULL,
  product INTEGER NOT NULL,
  paid_day INTEGER,
  PRIMARY KEY (customer, number)
) STRICT, WITHOUT ROWID;

-- What a person should look at. kind: 1 same receipt, 2 refund abuse, 3 trial hopping, 4 many ids
-- (then other is the user that holds them together), 5 jailbreak, 6 tampered receipt, 7 trial bypass.
CREATE TABLE suspicion (
  customer INTEGER NOT NULL,
  number INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  transaction_hash INTEGER NOT NULL,
  cases INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  last_day INTEGER NOT NULL,
  other INTEGER NOT NULL,
  PRIMARY KEY (customer, number)
) STRICT, WITHOUT ROWID;

-- Payments and refunds of a customer by which a figure may be wrong. issue: 6 refunds of an unknown
-- payment (then transaction_hash is what they name), 8 charges converted by the vendor, 9 coverages cut
-- short, 10 charges whose transaction many customers claim, 11 renewals with an unchanged expires_at,
-- 2 charges with an offer of unknown terms, 14 payments that repeat the transaction of an earlier
-- period, 15 equal refunds of one payment within a day, 16 trial conversions without a payment, 17
-- reversals that name none of several refunds, 18 trials paid late in a grace period, 19
-- charges of the price of another product within an hour, 20 charges with two prices.
CREATE TABLE payment_doubt (
  customer INTEGER NOT NULL,
  issue INTEGER NOT NULL,
  transaction_hash INTEGER NOT NULL,
  cases INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  last_day INTEGER NOT NULL,
  PRIMARY KEY (customer, issue, transaction_hash)
) STRICT, WITHOUT ROWID;

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
