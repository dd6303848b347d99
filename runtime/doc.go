// Package runtime is the engine: supersteps over channels. It has never heard
// of JavaScript; the language that node functions are written in is a Host.
//
// # The life of one run
//
//	Graph.Start(host, input, options)
//	  open    load the newest checkpoint and its pending writes          run.go, travel.go
//	  first   map the input, or a Command, to channel writes             input.go
//	  ┌─ superstep ─────────────────────────────────────────────────┐
//	  │ plan    the tasks whose triggers have a new version, Sends    │  plan.go
//	  │ start   all tasks, in order, in one call of Host.Start        │  runner.go
//	  │ settle  writes │ GraphInterrupt │ ParentCommand │ error       │  runner.go
//	  │ apply   when every task is done: writes into channels         │  apply.go, state.go
//	  │ commit  one Batch: the checkpoint, the writes that led to it  │  commit.go
//	  └─ again, until nothing is triggered, an interrupt, the limit ─┘  loop.go
//	  finish  Options.Done is called, after the commit that makes it true
//
// A Run has one part for each thing that changes by itself: state (channels, versions, what nodes have seen), pending
// (writes since the last checkpoint), commits (what is deferred, committed, synced: ledger.go), audit, and those that look at
// the run and have methods of their own: stream (what readers get), answering (which question an answer is for), travel (runs from
// older checkpoints), traced. The loop, the tasks of a superstep and what is stored of them stay on Run: each step of
// one reads and writes what the others do, and as types they would only call each other back.
//
// An answer finds its question by the index of the interrupt call in its task:
// see Task.Interrupt in interrupt.go.
//
// # Concurrency
//
// A run belongs to its Host. Every method of a Run and every callback into it
// is called by the host's thread, one at a time: there are no locks here, and
// nothing blocks but the Saver. Runs on different hosts may work at once. A
// Graph does not change after NewGraph and may be used by any number of hosts.
package runtime
