-- What is kept between runs about alerts, besides alert_state. Made when a database is opened, so
-- that older ones get it, too.

-- Troubles that somebody knows of: no messages and no exit code until the day is over. It covers
-- the trouble that was there when it was made, and no later one.
CREATE TABLE IF NOT EXISTS alert_acknowledgement (
  rule TEXT PRIMARY KEY,
  made_day INTEGER NOT NULL,
  until_day INTEGER NOT NULL,
  why TEXT NOT NULL
) STRICT;

-- How far the trouble of a rule had reached by the end of a day: critical, all, gone, waiting, or a segment
-- (country US). What is not among it when somebody is told, or acknowledges it, is news.
CREATE TABLE IF NOT EXISTS alert_extent (
  as_of_day INTEGER NOT NULL,
  rule TEXT NOT NULL,
  part TEXT NOT NULL,
  PRIMARY KEY (as_of_day, rule, part)
) STRICT, WITHOUT ROWID;

-- What the last message about a rule said: the trouble that began on since_day, told on told_day.
CREATE TABLE IF NOT EXISTS alert_told (
  rule TEXT PRIMARY KEY,
  since_day INTEGER NOT NULL,
  told_day INTEGER NOT NULL
) STRICT;

-- Rules whose trouble the message of another one told, for the same cause.
CREATE TABLE IF NOT EXISTS alert_told_by (
  rule TEXT PRIMARY KEY,
  teller TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Messages that are still to be delivered, the oldest first. Addresses are never kept.
CREATE TABLE IF NOT EXISTS alert_message (
  id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL,
  made_day INTEGER NOT NULL,
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  error TEXT NOT NULL
) STRICT;

-- Since when a message could not be delivered: it is tried again for a day.
CREATE TABLE IF NOT EXISTS alert_failing (
  message INTEGER PRIMARY KEY,
  since_ms INTEGER NOT NULL
) STRICT;

-- Messages that nobody got, of the last 30 days: the server refused them for good, or did not take them
-- for a day.
CREATE TABLE IF NOT EXISTS alert_dropped (
  channel TEXT NOT NULL,
  made_day INTEGER NOT NULL,
  dropped_ms INTEGER NOT NULL,
  error TEXT NOT NULL
) STRICT;

-- The last day of the newest digest of each period that was put in the queue: none goes out twice.
CREATE TABLE IF NOT EXISTS digest_posted (
  period TEXT PRIMARY KEY,
  last_day INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
