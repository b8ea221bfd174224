-- Everything that a purged person was called by in lines, ids of events and payments included, as
-- salted hashes: a line that is rejected later, and says one of them, is kept without its text. Made
-- where it is missing, as a database may be older than this table.
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
