-- What version 2 adds. What the column body of audit holds is in audit.go.

-- When the first deadline of a question of the thread is, NULL for none.
ALTER TABLE threads ADD COLUMN due INTEGER;

CREATE INDEX threads_by_due ON threads (due) WHERE due IS NOT NULL;

-- The audit log. n counts all entries of the store; hash is that of the entry behind
-- that of entry n-1. Entries of deleted threads have thread 0 and only their digest.
-- Row 0 of the greatest number of a thread notes the newest entry, without which the
-- end could be cut off: its number in 8 bytes and its hash. There, beside the entries of
-- the newest threads, it takes no page of its own.
CREATE TABLE audit (
  thread INTEGER NOT NULL,
  n      INTEGER NOT NULL,
  hash   BLOB NOT NULL,
  body   BLOB,
  PRIMARY KEY (thread, n)
) WITHOUT ROWID;

INSERT INTO audit VALUES (9223372036854775807, 0, zeroblob(40), NULL);

-- The keys that an encrypted store was written with. A store without one is plain. One
-- with an empty fingerprint is a number that is not given again. See seal.go.
CREATE TABLE keys (
  id          INTEGER PRIMARY KEY,
  fingerprint BLOB NOT NULL UNIQUE,
  probe       BLOB NOT NULL
);
