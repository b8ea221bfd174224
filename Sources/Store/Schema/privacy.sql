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
