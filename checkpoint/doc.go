// Package checkpoint has the data that is stored of a run, and the Saver interface that stores it.
//
// A thread is a line of checkpoints, one after each superstep. A Checkpoint stores the version of every channel, and
// the values of those channels that changed since its parent. What the tasks of the next superstep have written so
// far is stored beside it as pending writes: the result of a finished task, a question that waits for its answer, the
// answers that were given.
//
//	thread ─┬─ namespace "" ──── checkpoint ── checkpoint ── checkpoint
//	        │                                                   └ pending writes
//	        └─ namespace "a:1…" (a subgraph that runs in task a:1…) ── checkpoint …
//
// One method stores everything of a run: Saver.Commit stores a Batch, all of it or nothing. The package has no code
// of the engine; for it, values are bytes.
//
// A Saver is safe for concurrent use. Neither the caller nor the Saver may change data after it was handed over.
package checkpoint
