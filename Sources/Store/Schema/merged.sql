-- The parts that the derived tables are the sum of (merge): such a database has no events of its own.
-- Made where it is missing.
CREATE TABLE IF NOT EXISTS merged_part (
  id TEXT PRIMARY KEY,
  -- `3/8`; empty where nobody counts them.
  place TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('fold', 'dealt', 'read'))
) STRICT, WITHOUT ROWID;
