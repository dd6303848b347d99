-- An item. ns is its namespace, a JSON list of labels. Times are milliseconds
-- since 1970; expires is NULL for an item that stays, ttl is how long it lives
-- from each write, or from each read if that renews it.
CREATE TABLE items (
  id      INTEGER PRIMARY KEY,
  ns      TEXT NOT NULL,
  key     TEXT NOT NULL,
  value   BLOB NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  ttl     INTEGER,
  expires INTEGER,
  UNIQUE (ns, key)
);

CREATE INDEX items_by_end ON items (expires) WHERE expires IS NOT NULL;
