-- What version 2 adds. What the column body of audit holds is in audit.go.

-- When the first deadline of a question of the thread is, NULL for none.
ALTER TABLE threads ADD COLUMN due INTEGER;

CREATE INDEX threads_by_due ON threads (due) WHERE due IS NOT NULL;

-- The audit log. n counts all entries of the store; hash is that of the entry behind
-- that of entry n-1. Entries of deleted threads have thread 0 and only their digest.
CREATE TABLE audit (
  thread INTEGER NOT NULL,
  n      INTEGER NOT NULL,
  hash   BLOB NOT NULL,
  body   BLOB NOT NULL,
  PRIMARY KEY (thread, n)
) WITHOUT ROWID;

-- The newest entry of the audit log, in one row: without it the end could be cut off.
CREATE TABLE audit_head (
  id   INTEGER PRIMARY KEY CHECK (id = 0),
  n    INTEGER NOT NULL,
  hash BLOB NOT NULL
);

INSERT INTO audit_head VALUES (0, 0, zeroblob(32));

-- The keys that an encrypted store was written with. A store without one is plain. One
-- with an empty fingerprint is a number that is not given again. See seal.go.
CREATE TABLE keys (
  id          INTEGER PRIMARY KEY,
  fingerprint BLOB NOT NULL UNIQUE,
  probe       BLOB NOT NULL
);
