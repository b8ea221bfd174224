-- Everything that a purged person was called by in lines, ids of events and payments included, as
-- salted hashes: a later name or note that has one of them is not kept. Once there is a row, no text
-- of a rejected line is kept. Made where it is missing, as a database may be older than this table.
CREATE TABLE IF NOT EXISTS purged_trace (
  hash BLOB PRIMARY KEY,
  -- Of the id, so that only texts of such a length have to be looked up.
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Ids that join nobody with anybody any more, as salted hashes: an alias of one of them was wrong,
-- and is ignored when it is read again. events: how many accepted events that took back.
CREATE TABLE IF NOT EXISTS unlinked_id (
  hash BLOB PRIMARY KEY,
  made_ms INTEGER NOT NULL,
  events INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The rejected lines that still have their text, so that each run finds those of more than 30 days.
CREATE INDEX IF NOT EXISTS reject_text ON reject (run) WHERE length(raw) > 0;
