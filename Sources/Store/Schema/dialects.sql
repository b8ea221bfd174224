-- Lines of each input by the dialect they were read in. Made where it is missing, as a database may
-- be older than this table.
CREATE TABLE IF NOT EXISTS dialect_count (
  input INTEGER NOT NULL REFERENCES input (id),
  dialect TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (input, dialect)
) STRICT, WITHOUT ROWID;
