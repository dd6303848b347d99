-- The tables of a store in version 1; what came later is in schema2.sql. Numbers of threads and namespaces stand for
-- their names, and UUIDs are 16 bytes: a step of a graph takes some 120 bytes.
-- What the columns body, writes, interrupts and ref hold is in row.go, embedded.go,
-- pending.go, interrupts.go and scripts.go.

-- A thread. ext is its id: 16 bytes if it is a UUID, text if not. plain says that
-- one of its checkpoints has an id that is no UUID: then all of them are text, so
-- that they sort as text does. Times are microseconds since 1970.
CREATE TABLE threads (
  id         INTEGER PRIMARY KEY,
  ext        BLOB NOT NULL UNIQUE,
  plain      INTEGER NOT NULL,
  status     INTEGER NOT NULL,
  created    INTEGER NOT NULL,
  updated    INTEGER NOT NULL,
  error      TEXT,
  script     INTEGER REFERENCES scripts (id),
  ref        BLOB,
  interrupts BLOB
);

CREATE INDEX threads_by_change ON threads (status, updated);

-- A namespace of a thread. "" is number 0 and has no row.
CREATE TABLE namespaces (
  thread INTEGER NOT NULL,
  name   TEXT NOT NULL,
  n      INTEGER NOT NULL,
  PRIMARY KEY (thread, name)
) WITHOUT ROWID;

-- A checkpoint. writes are the pending writes of its parent that came in the same
-- commit; it is NULL unless the parent was the newest checkpoint then.
CREATE TABLE checkpoints (
  thread INTEGER NOT NULL,
  ns     INTEGER NOT NULL,
  id     BLOB NOT NULL,
  body   BLOB NOT NULL,
  writes BLOB,
  PRIMARY KEY (thread, ns, id)
) WITHOUT ROWID;

-- The pending writes of a task that came without the next checkpoint. kind is 0,
-- or the number of a special channel; n is the order of their coming.
CREATE TABLE writes (
  thread     INTEGER NOT NULL,
  ns         INTEGER NOT NULL,
  checkpoint BLOB NOT NULL,
  task       BLOB NOT NULL,
  kind       INTEGER NOT NULL,
  n          INTEGER NOT NULL,
  body       BLOB NOT NULL,
  PRIMARY KEY (thread, ns, checkpoint, task, kind)
) WITHOUT ROWID;

-- A large value. id is the thread's number * 2^32 + a number. base is the number
-- of the array that data adds elements to, NULL if data is all.
CREATE TABLE blobs (
  id   INTEGER PRIMARY KEY,
  base INTEGER,
  data BLOB NOT NULL
);

-- A script, compressed with DEFLATE.
CREATE TABLE scripts (
  id   INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  info BLOB,
  code BLOB,
  map  BLOB
);

-- The names of channels, nodes and types, as the other tables' numbers for them.
-- Rows are only ever added.
CREATE TABLE names (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
