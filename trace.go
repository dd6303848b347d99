// This file reports what runs do while they do it.

package hitlrun

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hitlrun/hitlrun/runtime"
)

// TraceKind says what a TraceEvent is about.
type TraceKind string

// The kinds of TraceEvents.
const (
	TraceRun       TraceKind = "run"       // a run of a graph; an inner graph, which runs in a node, has an NS
	TraceSuperstep TraceKind = "superstep" // a superstep: nodes that run together
	TraceTask      TraceKind = "task"      // an attempt of a node, or of a task of the functional API
	TraceCommit    TraceKind = "commit"    // a commit to the store
	TraceSync      TraceKind = "sync"      // a sync: what was committed now survives a power cut
	TraceEffect    TraceKind = "effect"    // an effect: a request of fetch, or a call of a Function
)

// TraceEvent reports that something has begun or ended, see ScriptOptions.Trace. It may come before the change is
// stored.
type TraceEvent struct {
	Kind TraceKind
	At   time.Time // when it began
	// Took is the duration, and Ended reports that it is over. Commits, syncs and effects are reported only when they
	// have ended.
	Took     time.Duration
	Ended    bool
	ThreadID string   // "" outside of a thread
	RunID    string   // of the outermost run, "" if it has none
	NS       string   // of the graph that runs; "" for the outermost graph
	Step     int      // of a superstep, and of a task
	Nodes    []string // of a superstep, in the order of its tasks; empty for the superstep that applies the input
	Node     string   // of a task, or of the task that causes an effect
	ID       string   // of that task
	Attempt  int      // number of the attempt of a task, from 1 on
	Count    int      // of a commit: how many batches it has
	What     string   // of an effect: "POST https://example.com/path", without the query, or the name of a Function
	Status   int      // of the response to a request; 0 if there is none
	// Writes, if not nil, returns what a task wrote to channels of the state. Call it only during the report.
	Writes func() []TraceWrite
	Asks   bool  // a task, or a run, ended with questions
	Err    error // nil for success, or for a question
	// Context is the context of the run. It has the values of the context that was given to Start or Resume. It may
	// have ended.
	Context context.Context
}

// TraceWrite is what a task wrote to a channel of the state.
type TraceWrite struct {
	Channel string
	Value   json.RawMessage
}

// traced returns the function that the engine calls, which calls report; nil if report is nil.
func traced(report func(TraceEvent)) func(runtime.TraceEvent) {
	if report == nil {
		return nil
	}
	return func(e runtime.TraceEvent) {
		var writes func() []TraceWrite
		if e.Writes != nil {
			writes = func() (list []TraceWrite) {
				for _, w := range e.Writes() {
					list = append(list, TraceWrite(w))
				}
				return list
			}
		}
		report(TraceEvent{
			Kind: TraceKind(e.Kind), At: e.At, Took: e.Took, Ended: e.Ended, ThreadID: e.ThreadID, RunID: e.RunID, NS: e.NS, Step: e.Step,
			Nodes: e.Nodes, Node: e.Node, ID: e.ID, Attempt: e.Attempt, Count: e.Count, What: e.What, Status: e.Status, Writes: writes,
			Asks: e.Asks, Err: e.Err, Context: e.Context,
		})
	}
}
