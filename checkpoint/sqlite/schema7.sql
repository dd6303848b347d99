-- What version 7 adds: what threads are found by. An encrypted store has none of it, since it would be in the clear.

-- A graph of a script file, as threads were started with it.
CREATE TABLE flows (
  id    INTEGER PRIMARY KEY,
  path  TEXT NOT NULL,
  graph TEXT NOT NULL,
  UNIQUE (path, graph)
);

-- The graph of the thread; 0 for none. NULL says that nothing of the thread is in the tables here: who looks for it reads its row.
ALTER TABLE threads ADD COLUMN flow INTEGER;

CREATE INDEX threads_by_flow ON threads (flow);

-- The nodes whose questions wait, by their numbers in names; 0 for one without a number.
CREATE TABLE asked (
  thread INTEGER NOT NULL,
  node   INTEGER NOT NULL,
  PRIMARY KEY (thread, node)
) WITHOUT ROWID;

CREATE INDEX asked_by_node ON asked (node);

-- The fields of the metadata of a thread, and what they have; see labelsOf.
CREATE TABLE labels (
  thread INTEGER NOT NULL,
  field  TEXT NOT NULL,
  value  TEXT NOT NULL,
  PRIMARY KEY (thread, field, value)
) WITHOUT ROWID;

CREATE INDEX labels_by_value ON labels (field, value);
