-- What was read, kept for good. Times are UTC milliseconds; "user" is one customer id as a line
-- writes it (or txn:<original_transaction_id>), and its id is made from a hash of it.

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  started_ms INTEGER NOT NULL,
  version TEXT NOT NULL,
  lines_read INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  duplicate INTEGER NOT NULL,
  ignored INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  conflicts INTEGER NOT NULL,
  late INTEGER NOT NULL,
  failed INTEGER NOT NULL CHECK (failed IN (0, 1)),
  -- Tells apart the configurations that can accept different lines: the one under which all lines
  -- in the database were read. A run under another one keeps it until ingest --again.
  reading TEXT NOT NULL
) STRICT;

-- One row for each file that a run looked into; the newest row of a file says how far it was read.
CREATE TABLE input (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES run (id),
  path TEXT NOT NULL,
  status TEXT NOT NULL,
  -- What knows the file again (null where nothing is to be remembered): its bytes on disk, and
  -- the decompressed bytes that were read.
  size INTEGER,
  modified_ns INTEGER,
  raw_head_hash INTEGER,
  raw_tail_hash INTEGER,
  consumed INTEGER,
  newlines INTEGER,
  head_length INTEGER,
  head_hash INTEGER,
  tail_hash INTEGER,
  torn_bytes INTEGER NOT NULL,
  lines_read INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  duplicate INTEGER NOT NULL,
  ignored INTEGER NOT NULL,
  rejected INTEGER NOT NULL
) STRICT;

CREATE INDEX input_run ON input (run);

-- Ignored lines by event name, rejected ones by reason, mistyped fields by field.
CREATE TABLE line_count (
  input INTEGER NOT NULL REFERENCES input (id),
  kind TEXT NOT NULL CHECK (kind IN ('ignored', 'rejected', 'mistyped')),
  name TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (input, kind, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE reject (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES run (id),
  path TEXT NOT NULL,
  line INTEGER NOT NULL,
  byte_offset INTEGER NOT NULL,
  reason TEXT NOT NULL,
  field TEXT NOT NULL,
  raw BLOB NOT NULL
) STRICT;

CREATE TABLE string (
  id INTEGER PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE user (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL
) STRICT;

-- Users with an event that replaced an older one of the same identity.
CREATE TABLE conflicted_user (user INTEGER PRIMARY KEY) STRICT;

-- The earliest event with a user id and an original_transaction_id: whom events without a user
-- id belong to. The key is the hash of txn:<original_transaction_id>.
CREATE TABLE transaction_owner (
  key_hash INTEGER PRIMARY KEY,
  time_ms INTEGER NOT NULL,
  user INTEGER NOT NULL
) STRICT;

-- Users that are an original transaction: events without a user id. The owner, where one is known,
-- is the user that they belong to from owner_ms on.
CREATE TABLE transaction_user (
  user INTEGER PRIMARY KEY,
  key_hash INTEGER NOT NULL UNIQUE,
  owner INTEGER,
  owner_ms INTEGER
) STRICT;

CREATE INDEX transaction_user_owner ON transaction_user (owner) WHERE owner IS NOT NULL;

-- Accepted events by day, and the newest of each: days without events, and how fresh the data
-- was at the end of any day.
CREATE TABLE event_day (
  day INTEGER PRIMARY KEY,
  events INTEGER NOT NULL,
  last_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE newest_event (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL
) STRICT;

-- Up to where the derived tables go. One row, or none before the first report.
CREATE TABLE fold_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  rules TEXT NOT NULL,
  rates TEXT NOT NULL,
  as_of_day INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  run INTEGER NOT NULL
) STRICT;

-- Users with an event at or after fold_state.end_ms, which a later fold will take in.
CREATE TABLE pending_user (
  user INTEGER PRIMARY KEY,
  next_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX pending_user_next ON pending_user (next_ms);

-- Users with events or links that the derived tables do not know yet.
CREATE TABLE touched_user (user INTEGER PRIMARY KEY) STRICT;

-- Users that are one customer with others; everybody else is a customer by himself.
CREATE TABLE customer_member (
  user INTEGER PRIMARY KEY,
  customer INTEGER NOT NULL
) STRICT;

CREATE INDEX customer_member_customer ON customer_member (customer);

-- What each alert rule said about each as-of day; since_day is the first of an uninterrupted
-- trouble. A later day is judged in the light of the newest row before it.
CREATE TABLE alert_state (
  as_of_day INTEGER NOT NULL,
  rule TEXT NOT NULL,
  state TEXT NOT NULL,
  since_day INTEGER,
  PRIMARY KEY (as_of_day, rule)
) STRICT, WITHOUT ROWID;

CREATE TABLE segment (
  id INTEGER PRIMARY KEY,
  dimension TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;

-- The accepted events of one user that one run brought, packed: a row for every few hundred bytes of
-- them, numbered from 0 by user.
CREATE TABLE event_block (
  user INTEGER NOT NULL,
  number INTEGER NOT NULL,
  run INTEGER NOT NULL,
  events BLOB NOT NULL,
  PRIMARY KEY (user, number)
) STRICT, WITHOUT ROWID;

-- The accepted events of a run that brought at least as many as were there before it: those of many
-- users in one row, which fills a page, in the order of the users. `first_user` is not greater than the
-- first user of the row. The events are frames: a user's id (8 bytes, little-endian), a length (4 bytes),
-- and packed events as in event_block.
CREATE TABLE event_page (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  first_user INTEGER NOT NULL,
  events BLOB NOT NULL
) STRICT;

CREATE INDEX event_page_user ON event_page (run, first_user);

-- Ids whose lines from before a moment must not come back, as salted hashes: who does not know an
-- id cannot learn it here. Also the payments of these people (`payment:` and the id): a refund of one
-- names its hash.
CREATE TABLE purged_id (
  hash BLOB PRIMARY KEY,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The salt of purged_id, and what knows the key of hashed user ids again. One row, or none while
-- nobody was purged and ids are kept as lines write them.
CREATE TABLE protection (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  salt BLOB NOT NULL,
  key_check BLOB
) STRICT;
