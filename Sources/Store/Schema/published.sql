-- What reports have published, so that a later one can say which of it no longer holds. Kept for
-- good; made where it is missing, as a database may be older than these tables.

-- The newest report of each as-of day: what it rested on, and what its alerts came to.
CREATE TABLE IF NOT EXISTS published_report (
  as_of_day INTEGER PRIMARY KEY,
  made_ms INTEGER NOT NULL,
  run INTEGER NOT NULL,
  rules TEXT NOT NULL,
  rates TEXT NOT NULL,
  result TEXT NOT NULL
) STRICT;

-- daily.csv as it was published last: counts, or micro-units. A figure without a row was 0.
CREATE TABLE IF NOT EXISTS published_figure (
  day INTEGER NOT NULL,
  figure TEXT NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (day, figure)
) STRICT, WITHOUT ROWID;

-- Figures of published days that a later report, that of as_of_day, showed otherwise.
CREATE TABLE IF NOT EXISTS restatement (
  as_of_day INTEGER NOT NULL,
  day INTEGER NOT NULL,
  figure TEXT NOT NULL,
  before INTEGER NOT NULL,
  after INTEGER NOT NULL,
  cause TEXT NOT NULL,
  PRIMARY KEY (as_of_day, day, figure)
) STRICT, WITHOUT ROWID;

-- Accepted events of days that a report had shown before a run brought them.
CREATE TABLE IF NOT EXISTS late_event (
  run INTEGER NOT NULL,
  day INTEGER NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (run, day)
) STRICT, WITHOUT ROWID;
