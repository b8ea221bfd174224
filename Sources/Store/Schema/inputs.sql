-- What else knows an input again, beside its row in input. Made where it is missing, as a database
-- may be older than this table: an input without a row here is read once more.
CREATE TABLE IF NOT EXISTS input_state (
  input INTEGER PRIMARY KEY REFERENCES input (id),
  -- As the system tells them: nanoseconds since 1970, 0 where the change was too fresh to tell.
  inode INTEGER NOT NULL,
  changed_ns INTEGER NOT NULL,
  -- Hashes of all bytes on disk, and of all decompressed bytes that were read.
  whole_hash INTEGER NOT NULL,
  content_hash INTEGER NOT NULL,
  -- A last line that is not complete, and was not counted yet.
  torn INTEGER NOT NULL CHECK (torn IN (0, 1)),
  -- The earliest line that was rejected because its time was in the future; null without any.
  earliest_future_ms INTEGER
) STRICT;

-- The newest row of a file is looked up for each file that was touched.
CREATE INDEX IF NOT EXISTS input_path ON input (path);

-- The apps that accepted events name. Made where it is missing: a database that is older than this
-- table has no event that names one.
CREATE TABLE IF NOT EXISTS log_app (app INTEGER PRIMARY KEY) STRICT;

-- What lines note that happened to everybody. Made where it is missing.
CREATE TABLE IF NOT EXISTS log_annotation (
  time_ms INTEGER NOT NULL, text TEXT NOT NULL, kind TEXT NOT NULL, link TEXT NOT NULL,
  PRIMARY KEY (time_ms, text)
) STRICT, WITHOUT ROWID;

-- The time zone whose days event_day counts. Made where it is missing: the days are counted anew then.
CREATE TABLE IF NOT EXISTS event_day_zone (
  one INTEGER PRIMARY KEY CHECK (one = 1), zone TEXT NOT NULL
) STRICT;

-- Payments that count nothing because their event_id is that of another payment, by a hash of what
-- they say. price: micro-units of the currency. Made where it is missing.
CREATE TABLE IF NOT EXISTS dropped_payment (
  hash INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL, price INTEGER NOT NULL, currency INTEGER NOT NULL
) STRICT;

-- Subscriptions from before the log, of the file that the configuration names, as packed events of
-- one user. Written anew by each fold; made where it is missing.
CREATE TABLE IF NOT EXISTS opening_block (user INTEGER PRIMARY KEY, events BLOB NOT NULL) STRICT;
