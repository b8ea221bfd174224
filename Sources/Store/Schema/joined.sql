-- Who is joined with whom, in both directions. role: 0 a vendor or a transaction joins the two, 1 the
-- user is the previous_id of the other, 2 the other is that of the user. In native lines an id is
-- the previous_id of one other only: the earliest row of role 1 of a user counts, with its reverse.
DROP TABLE IF EXISTS alias;

CREATE TABLE alias (
  user INTEGER NOT NULL,
  other INTEGER NOT NULL,
  role INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  PRIMARY KEY (user, other, role)
) STRICT, WITHOUT ROWID;

CREATE INDEX alias_time ON alias (time_ms);

-- Users who are one customer by more than an alias, in both directions, as of the last fold: one
-- store transaction told under two ids, a payment that a refund without a user names, the hash of an
-- app's id that a store holds. Made anew by every fold.
CREATE TABLE customer_link (
  user INTEGER NOT NULL,
  other INTEGER NOT NULL,
  PRIMARY KEY (user, other)
) STRICT, WITHOUT ROWID;

-- Transactions that more than five customers claim in charges, which are no ids, as of the last fold;
-- the lower bit of the hash is lost, as in charges.
CREATE TABLE void_transaction (transaction_hash INTEGER PRIMARY KEY) STRICT;

-- Users that are a payment: events without a user and an original transaction.
CREATE TABLE payment_user (user INTEGER PRIMARY KEY) STRICT;
