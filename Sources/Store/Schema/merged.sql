-- The parts that the derived tables are the sum of (merge): such a database has no events of its own.
-- `runrate read` and `runrate fold` write one of a single part. Here and below: made where it is missing.
CREATE TABLE IF NOT EXISTS merged_part (
  id TEXT PRIMARY KEY,
  -- `3/8`; empty where nobody counts them.
  place TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('fold', 'dealt', 'read'))
) STRICT, WITHOUT ROWID;

-- What the columns of the derived tables came to when they were written, modulo 2^64.
CREATE TABLE IF NOT EXISTS merged_total (name TEXT PRIMARY KEY, total INTEGER NOT NULL) STRICT,
  WITHOUT ROWID;

-- Which of all files a single machine would read first, by the paths of inputs.
CREATE TABLE IF NOT EXISTS merged_input (path TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT,
  WITHOUT ROWID;

-- The first of the files that note what log_annotation says.
CREATE TABLE IF NOT EXISTS merged_annotation (
  time_ms INTEGER NOT NULL, text TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (time_ms, text)
) STRICT, WITHOUT ROWID;
