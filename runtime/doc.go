// Package runtime is the engine: it runs graphs in supersteps over channels. It does not depend on JavaScript: it calls
// node functions through the interface Host.
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
// A Run has one part for each thing that changes independently: state (channels, versions, what nodes have seen),
// pending (writes since the last checkpoint), commits (what is deferred, committed, synced: ledger.go), audit, stream
// (the chunks for readers), answering (which question an answer is for), travel (runs from older checkpoints) and
// traced. The loop, the tasks of a superstep and their commits are methods of Run: each of them reads and writes the
// data of the others, so separate types would only call each other back.
//
// An answer finds its question by the index of the interrupt call in its task:
// see Task.Interrupt in interrupt.go.
//
// # Concurrency
//
// A run belongs to its Host. Every method of a Run and every callback into it is called by the host's thread, one at a
// time: there are no locks here, and only the Saver blocks. Runs on different hosts may work concurrently. A Graph does
// not change after NewGraph, and any number of hosts may use it.
package runtime
