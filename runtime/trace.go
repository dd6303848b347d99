// This file reports what runs do while they do it, for people who measure what takes time.

package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// TraceKind says what a TraceEvent is about.
type TraceKind string

// The kinds of TraceEvents.
const (
	TraceRun       TraceKind = "run"
	TraceSuperstep TraceKind = "superstep"
	TraceTask      TraceKind = "task" // one attempt of a node, or of a function that was called as a task
	TraceCommit    TraceKind = "commit"
	TraceSync      TraceKind = "sync"
	TraceEffect    TraceKind = "effect" // a request of fetch, or a call of a function of the program
)

// TraceEvent reports that something has begun or ended. It may come before the change is stored.
type TraceEvent struct {
	Kind TraceKind
	At   time.Time // when it began
	// Took is the duration, and Ended reports that it is over. Commits, syncs and effects are reported only when they
	// have ended.
	Took     time.Duration
	Ended    bool
	ThreadID string
	NS       string   // of the graph that runs; "" for the outermost
	Step     int      // of a superstep, and of a task
	Nodes    []string // of a superstep, in the order of its tasks; none where it takes the input
	Node     string   // of a task, or in which an effect is
	ID       string   // of that task
	What     string   // of an effect: "POST https://example.com/path", without the query, or "createTicket"
	Status   int      // of the response to a request
	RunID    string   // of the outermost run, "" if it has none
	// Context is the context of the run, with the values of the caller's context. It may have ended.
	Context context.Context
	Attempt int // of a task, from 1 on
	Count   int // of a commit: how many batches it has
	// Writes, if not nil, returns what a task wrote to channels of the state. Call it only during the report.
	Writes func() []TraceWrite
	// Asks says that a task, or a run, ended with questions.
	Asks bool
	Err  error
}

// TraceWrite is what a task wrote to a channel.
type TraceWrite struct {
	Channel string
	Value   json.RawMessage // as the host stores it
}

// traced records what a run has reported. It is empty without Ledger.Trace.
type traced struct {
	run   *Run
	began time.Time   // the run
	step  *TraceEvent // the superstep under way; nil for none
}

// trace reports an event of the run, if Ledger.Trace is set.
func (tr *traced) report(e TraceEvent) {
	if report := tr.run.o.Ledger.Trace; report != nil {
		e.ThreadID, e.NS, e.RunID, e.Context = tr.run.o.ThreadID, tr.run.ns, tr.run.RunID(), tr.run.ctx
		if e.Ended {
			e.Took = time.Since(e.At)
		}
		report(e)
	}
}

// traces reports whether Ledger.Trace is set.
func (tr *traced) wanted() bool { return tr.run.o.Ledger.Trace != nil }

// traceBegin reports that the run has begun.
func (tr *traced) begins() {
	if tr.wanted() {
		tr.began = time.Now()
		tr.report(TraceEvent{Kind: TraceRun, At: tr.began})
	}
}

// traceDone reports that the run has ended, and with it the superstep that it broke off.
func (tr *traced) ended(res Result) {
	if !tr.wanted() || tr.began.IsZero() {
		return
	}
	tr.stepEnds(res.Err)
	err := res.Err
	if IsBubbleUp(err) {
		err = nil
	}
	tr.report(TraceEvent{Kind: TraceRun, At: tr.began, Ended: true, Asks: res.Interrupted, Err: err})
}

// traceStep reports that a superstep begins with these tasks.
func (tr *traced) stepBegins(tasks []*Task) {
	if !tr.wanted() {
		return
	}
	names := make([]string, 0, len(tasks))
	for _, t := range tasks {
		if !t.hidden() {
			names = append(names, t.node.Name)
		}
	}
	tr.step = &TraceEvent{Kind: TraceSuperstep, At: time.Now(), Step: tr.run.step, Nodes: names}
	tr.report(*tr.step)
}

// traceStepEnd reports that the superstep has ended, if one is under way.
func (tr *traced) stepEnds(err error) {
	if tr.step == nil {
		return
	}
	e := *tr.step
	tr.step = nil
	e.Ended = true
	if !IsBubbleUp(err) {
		e.Err = err
	}
	tr.report(e)
}

// traceTask reports that an attempt of a task begins.
func (tr *traced) taskBegins(t *Task) {
	if tr.wanted() && !t.hidden() {
		t.traced = time.Now()
		tr.report(TraceEvent{Kind: TraceTask, At: t.traced, Step: tr.run.step, Node: t.node.Name, ID: t.ID(), Attempt: t.attempts})
	}
}

// traceTaskEnd reports that an attempt of a task has ended.
func (tr *traced) taskEnds(t *Task, err error) {
	if t.traced.IsZero() {
		return
	}
	e := TraceEvent{Kind: TraceTask, At: t.traced, Step: tr.run.step, Node: t.node.Name, ID: t.ID(), Attempt: t.attempts, Ended: true}
	t.traced = time.Time{}
	var gi *GraphInterrupt
	switch e.Asks = errors.As(err, &gi); {
	case !IsBubbleUp(err):
		e.Err = err
	case e.Asks:
		err = nil
	}
	if err == nil {
		e.Writes = func() []TraceWrite { return tr.writes(t) }
	}
	tr.report(e)
}

func (tr *traced) writes(t *Task) (list []TraceWrite) {
	for _, w := range t.writes {
		if w.channel < 0 || w.channel >= tr.run.g.stateSize {
			continue
		}
		value, err := tr.run.h.Dump(raw(w.value))
		if err != nil {
			continue // storing it says why
		}
		list = append(list, TraceWrite{tr.run.g.channels[w.channel].name, value.Data})
	}
	return list
}

// TraceEffect returns a function that reports an effect of the task when it has ended. It may be called on any
// goroutine.
func (t *Task) TraceEffect(what string) func(began time.Time, status int, err error) {
	e := TraceEvent{Kind: TraceEffect, Ended: true, Step: t.run.step, Node: t.node.Name, ID: t.ID(), What: what}
	return func(began time.Time, status int, err error) {
		e.At, e.Status, e.Err = began, status, err
		t.run.traced.report(e)
	}
}

// traceCommit reports a commit of the run that began at a time. It may be called on any goroutine.
func (tr *traced) committed(at time.Time, batches int, err error) {
	if tr.wanted() {
		tr.report(TraceEvent{Kind: TraceCommit, At: at, Count: batches, Ended: true, Err: err})
	}
}
