-- What version 6 adds.

-- The id of the last run that changed the thread, NULL if it had none; and what a program
-- has said of the thread, a JSON object.
ALTER TABLE threads ADD COLUMN run BLOB;
ALTER TABLE threads ADD COLUMN meta BLOB;

-- What a program keeps beside the threads. kind and key name it, thread is the number of the thread that it
-- belongs to and goes with, 0 for none. state and due (microseconds since 1970, NULL for never) are for finding it.
CREATE TABLE documents (
  id      INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL,
  key     TEXT NOT NULL,
  thread  INTEGER NOT NULL,
  state   TEXT NOT NULL,
  due     INTEGER,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  body    BLOB NOT NULL,
  UNIQUE (kind, key)
);

CREATE INDEX documents_by_thread ON documents (thread, kind);
CREATE INDEX documents_by_state ON documents (kind, state, due);

-- The events of threads, numbered from 1 on in each. run is the id of the run that an event belongs to, n is
-- its number among those of the run, both NULL if there is none.
CREATE TABLE events (
  thread INTEGER NOT NULL,
  seq    INTEGER NOT NULL,
  run    BLOB,
  n      INTEGER,
  kind   TEXT NOT NULL,
  at     INTEGER NOT NULL,
  body   BLOB NOT NULL,
  PRIMARY KEY (thread, seq)
) WITHOUT ROWID;
