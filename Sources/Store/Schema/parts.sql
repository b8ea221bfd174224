-- What was read for the parts of a merge, until it is written as what one run has read.
CREATE TEMP TABLE part_file (
  path TEXT PRIMARY KEY, number INTEGER NOT NULL, status TEXT NOT NULL, size INTEGER,
  raw_head_hash INTEGER, raw_tail_hash INTEGER
) STRICT, WITHOUT ROWID;

-- What became of the lines of a file. Some parts correct what others have counted: of theirs alone
-- numbers may be negative.
CREATE TEMP TABLE part_lines (
  path TEXT PRIMARY KEY, lines_read INTEGER NOT NULL, accepted INTEGER NOT NULL,
  duplicate INTEGER NOT NULL, ignored INTEGER NOT NULL, rejected INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- kind: as in line_count, or dialect.
CREATE TEMP TABLE part_count (
  path TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, lines INTEGER NOT NULL,
  PRIMARY KEY (path, kind, name)
) STRICT, WITHOUT ROWID;

CREATE TEMP TABLE part_reject (
  number INTEGER NOT NULL, path TEXT NOT NULL, line INTEGER NOT NULL, byte_offset INTEGER NOT NULL,
  reason TEXT NOT NULL, field TEXT NOT NULL, raw BLOB NOT NULL, dialect TEXT NOT NULL
) STRICT;

CREATE TEMP TABLE part_annotation (
  number INTEGER NOT NULL, path TEXT NOT NULL, time_ms INTEGER NOT NULL, text TEXT NOT NULL,
  kind TEXT NOT NULL, link TEXT NOT NULL
) STRICT;

CREATE TEMP TABLE part_day (
  day INTEGER PRIMARY KEY, events INTEGER NOT NULL, last_ms INTEGER NOT NULL
) STRICT;

CREATE TEMP TABLE part_conflicts (lines INTEGER NOT NULL) STRICT;

CREATE TEMP TABLE part_extent (first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL) STRICT;

-- One of each thing noted is kept, of the first file; of two that differ in kind and link, one and the same.
CREATE TEMP VIEW noted AS
SELECT *, row_number() OVER (PARTITION BY time_ms, text ORDER BY number, path) AS file_rank,
  row_number() OVER (PARTITION BY time_ms, text ORDER BY kind DESC, link DESC) AS kind_rank
FROM part_annotation;

-- What the runs before have counted already.
CREATE TEMP VIEW known_lines AS
SELECT i.path, sum(i.lines_read) AS lines_read, sum(i.accepted) AS accepted,
  sum(i.duplicate) AS duplicate, sum(i.ignored) AS ignored, sum(i.rejected) AS rejected
FROM main.input AS i INNER JOIN main.run AS r ON r.id = i.run AND r.failed = 0 GROUP BY i.path;

CREATE TEMP VIEW known_count AS
SELECT i.path, c.kind, c.name, sum(c.lines) AS lines
FROM (
  SELECT input, kind, name, lines FROM main.line_count
  UNION ALL SELECT input, 'dialect', dialect, lines FROM main.dialect_count
) AS c
INNER JOIN main.input AS i ON i.id = c.input
INNER JOIN main.run AS r ON r.id = i.run AND r.failed = 0 GROUP BY i.path, c.kind, c.name;

-- What is left for the run that is written.
CREATE TEMP VIEW new_total AS
SELECT a.lines_read - k.lines_read AS lines_read, a.accepted - k.accepted AS accepted,
  a.duplicate - k.duplicate AS duplicate, a.ignored - k.ignored AS ignored,
  a.rejected - k.rejected AS rejected, a.conflicts - k.conflicts AS conflicts
FROM (
  SELECT coalesce(sum(lines_read), 0) AS lines_read, coalesce(sum(accepted), 0) AS accepted,
    coalesce(sum(duplicate), 0) AS duplicate, coalesce(sum(ignored), 0) AS ignored,
    coalesce(sum(rejected), 0) AS rejected,
    (SELECT coalesce(sum(lines), 0) FROM part_conflicts) AS conflicts
  FROM part_lines
) AS a CROSS JOIN (
  SELECT coalesce(sum(lines_read), 0) AS lines_read, coalesce(sum(accepted), 0) AS accepted,
    coalesce(sum(duplicate), 0) AS duplicate, coalesce(sum(ignored), 0) AS ignored,
    coalesce(sum(rejected), 0) AS rejected, coalesce(sum(conflicts), 0) AS conflicts
  FROM main.run WHERE failed = 0
) AS k;

CREATE TEMP VIEW new_input AS
SELECT l.path,
  CASE WHEN f.status = 'refused' THEN 'refused' WHEN k.path IS NULL THEN 'read' ELSE 'grown' END AS status,
  f.size, f.raw_head_hash, f.raw_tail_hash, l.lines_read - coalesce(k.lines_read, 0) AS lines_read,
  l.accepted - coalesce(k.accepted, 0) AS accepted, l.duplicate - coalesce(k.duplicate, 0) AS duplicate,
  l.ignored - coalesce(k.ignored, 0) AS ignored, l.rejected - coalesce(k.rejected, 0) AS rejected
FROM part_lines AS l LEFT JOIN part_file AS f ON f.path = l.path
LEFT JOIN known_lines AS k ON k.path = l.path
WHERE k.path IS NULL OR (l.lines_read, l.accepted, l.duplicate, l.ignored, l.rejected)
  <> (k.lines_read, k.accepted, k.duplicate, k.ignored, k.rejected);

-- At the newest rows of the files, which have to be written before.
CREATE TEMP VIEW new_count AS
SELECT (SELECT max(id) FROM main.input AS i WHERE i.path = c.path) AS input, c.kind, c.name,
  c.lines - coalesce(k.lines, 0) AS lines
FROM part_count AS c
LEFT JOIN known_count AS k ON (k.path, k.kind, k.name) = (c.path, c.kind, c.name)
WHERE c.lines <> coalesce(k.lines, 0);

-- Rejected lines that no run before has kept.
CREATE TEMP VIEW new_reject AS
SELECT p.* FROM part_reject AS p
WHERE NOT EXISTS (
  SELECT 1 FROM main.reject AS r INNER JOIN main.run AS n ON n.id = r.run AND n.failed = 0
  WHERE r.path = p.path AND r.line = p.line AND r.byte_offset = p.byte_offset
);
