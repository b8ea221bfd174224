-- The accepted events of a run that brought at least as many as were there before it: those of many
-- users in one row, which fills a page, in the order of the users. `first_user` is not greater than the
-- first user of the row. The events are frames: a user's id (8 bytes, little-endian), a length (4 bytes),
-- and packed events as in event_block.
CREATE TABLE IF NOT EXISTS event_page (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  first_user INTEGER NOT NULL,
  events BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS event_page_user ON event_page (run, first_user);
