-- Lines of each input by the dialect they were read in. Made where it is missing, as a database may
-- be older than this table.
CREATE TABLE IF NOT EXISTS dialect_count (
  input INTEGER NOT NULL REFERENCES input (id),
  dialect TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (input, dialect)
) STRICT, WITHOUT ROWID;

-- In which dialect a rejected line was read, where it was no native one.
CREATE TABLE IF NOT EXISTS reject_dialect (
  reject INTEGER PRIMARY KEY,
  dialect TEXT NOT NULL
) STRICT;

CREATE TRIGGER IF NOT EXISTS reject_without_dialect AFTER DELETE ON reject
BEGIN
  DELETE FROM reject_dialect WHERE reject = old.id;
END;
