-- The accepted events of one user that one run brought, packed: a row for every few hundred bytes of
-- them, numbered from 0 by user.
CREATE TABLE event_block (
  user INTEGER NOT NULL,
  number INTEGER NOT NULL,
  run INTEGER NOT NULL,
  events BLOB NOT NULL,
  PRIMARY KEY (user, number)
) STRICT, WITHOUT ROWID;
