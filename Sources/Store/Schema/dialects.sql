-- Lines of each input by the dialect they were read in. Made where it is missing, as a database may
-- be older than this table.
CREATE TABLE IF NOT EXISTS dialect_count (
  input INTEGER NOT NULL REFERENCES input (id),
  dialect TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (input, dialect)
) STRICT, WITHOUT ROWID;

-- Lines of each input that have what a path of fieldNames leads to, by path; 0 for none.
CREATE TABLE IF NOT EXISTS path_count (
  input INTEGER NOT NULL REFERENCES input (id),
  path TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (input, path)
) STRICT, WITHOUT ROWID;

-- In which dialect a rejected line was read, where it was no native one.
CREATE TABLE IF NOT EXISTS reject_dialect (
  reject INTEGER PRIMARY KEY,
  dialect TEXT NOT NULL
) STRICT;

-- Connections of this program run no triggers: RejectWriter.forgetDialects does what this one was to do.
DROP TRIGGER IF EXISTS reject_without_dialect;
