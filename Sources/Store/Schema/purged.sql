-- Everything that a purged person was called by in lines, ids of events and payments included, as
-- salted hashes: a line that is rejected later, and says one of them, is kept without its text. Made
-- where it is missing, as a database may be older than this table.
CREATE TABLE IF NOT EXISTS purged_trace (
  hash BLOB PRIMARY KEY,
  -- Of the id, so that only texts of such a length have to be looked up.
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
