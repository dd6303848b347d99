// Package checkpoint holds what is stored of a run: plain data, and the Saver
// interface that stores it.
//
// A thread is a line of checkpoints, one after each superstep. A Checkpoint
// stores the version of every channel, and the values of those channels that
// changed since its parent. What the tasks of the next superstep have written
// so far is stored beside it as pending writes: a finished task, a question that
// waits for its answer, the answers given.
//
//	thread ─┬─ namespace "" ──── checkpoint ── checkpoint ── checkpoint
//	        │                                                   └ pending writes
//	        └─ namespace "a:1…" (a subgraph that runs in task a:1…) ── checkpoint …
//
// Everything a run stores goes through one method, Saver.Commit: a Batch is
// stored whole or not at all. The package knows nothing of the engine, and
// values are bytes to it.
//
// A Saver is safe for concurrent use. Data handed to a Saver or returned by
// one must not be changed afterwards.
package checkpoint
