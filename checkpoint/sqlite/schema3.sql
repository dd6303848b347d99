-- What version 3 adds.

-- The greatest id of a checkpoint of the thread in a namespace other than "", NULL for none. The id of
-- a new checkpoint has to be greater, also when the clock was set back.
ALTER TABLE threads ADD COLUMN newest BLOB;

UPDATE threads SET newest = (SELECT max(id) FROM checkpoints WHERE thread = threads.id AND ns > 0);
