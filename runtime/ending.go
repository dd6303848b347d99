// This file has how a run ends: what is committed then, and what the caller gets.

package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// end ends the run: err is errDone, an interrupt, a command for the parent, or a failure.
func (r *Run) end(err error) {
	var gi *GraphInterrupt
	switch {
	case errors.Is(err, errDone):
		r.endDone()
	case errors.As(err, &gi):
		r.endInterrupted(gi)
	default:
		r.fail(err)
	}
}

func (r *Run) endDone() {
	status := r.status(checkpoint.ThreadUpdate{Status: checkpoint.StatusDone})
	if r.commits.done {
		status = nil
	}
	if !r.passing() {
		if err := r.commitEnd(status); err != nil {
			r.fail(err)
			return
		}
	}
	r.stream.flush()
	r.done(Result{Values: r.stream.lastValues()})
}

// failure returns the update to the status of a thread that failed; nil if the run does not store it. Questions that other
// tasks of the superstep asked still wait.
func (r *Run) failure(message string) *checkpoint.ThreadUpdate {
	u := r.status(checkpoint.ThreadUpdate{Status: checkpoint.StatusError, Error: message})
	if u == nil {
		return nil
	}
	if asked, err := r.waiting(&GraphInterrupt{Interrupts: r.answering.openBeside()}); err == nil { // else the tasks ask again
		u.Interrupts = asked.Interrupts
	}
	return u
}

// waiting returns the update to the status of a thread that waits; nil if the run does not store it.
func (r *Run) waiting(gi *GraphInterrupt) (*checkpoint.ThreadUpdate, error) {
	u := r.status(checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted})
	if u == nil {
		return nil, nil
	}
	for _, in := range gi.Interrupts {
		b, err := r.h.Dump(in.Value)
		if err != nil {
			return nil, fmt.Errorf("interrupt value of node %s: %w", in.Node, err)
		}
		ti := checkpoint.ThreadInterrupt{ID: in.ID, Node: in.Node, NS: in.NS, Value: b}
		if in.Deadline != nil {
			ti.Deadline = in.Deadline.At
		}
		u.Interrupts = append(u.Interrupts, ti)
	}
	return u, nil
}

func (r *Run) endInterrupted(gi *GraphInterrupt) {
	status, err := r.waiting(gi)
	if status != nil && len(gi.Interrupts) == 0 && r.state.ended() { // the breakpoint is after the last node
		status.Status = checkpoint.StatusDone
	}
	if err == nil {
		err = r.commitEnd(status)
	}
	if err != nil {
		r.fail(err)
		return
	}
	if r.nested {
		r.stream.flush()
		r.done(Result{Err: gi, Interrupts: gi.Interrupts, Interrupted: true})
		return
	}
	var done []*Task
	wrote := false
	for _, t := range r.tasks {
		if t.finished || t.interrupted() != nil && len(t.writes) > 0 {
			done, wrote = append(done, t), wrote || len(t.writes) > 0
		}
	}
	if wrote && r.running == 0 {
		if err := r.state.apply(done, nil); err != nil {
			r.fail(err)
			return
		}
		if r.stream.writesOutput(done) {
			r.stream.emitValues()
		}
	}
	if len(gi.Interrupts) == 0 {
		r.stream.emitInterrupts(nil)
	} else if r.o.Old {
		r.stream.emitInterrupts(gi.Interrupts) // all of them at the end
	}
	r.stream.flush()
	r.done(Result{Values: r.stream.lastValues(), Interrupts: r.questions(), Interrupted: true})
}

// questions returns the questions of the superstep, in the order in which they were asked.
func (r *Run) questions() []Interrupt {
	var all []Interrupt
	for _, t := range slices.SortedStableFunc(slices.Values(r.tasks), func(a, b *Task) int { return a.ended - b.ended }) {
		if gi := t.interrupted(); gi != nil {
			all = append(all, gi.Interrupts...)
		}
	}
	return all
}

// fail ends the run with an error. It stores the writes of tasks that finished.
func (r *Run) fail(err error) {
	if r.ended {
		return
	}
	var pc *ParentCommand
	if errors.As(err, &pc) {
		pc.Command.Parent = false // the parent handles it
	}
	var refused *Refused
	if errors.As(err, &refused) {
		r.discardDeferred()
		r.done(Result{Err: refused.Err})
		return
	}
	if outage := cmp.Or(r.o.Ledger.err, r.root().commits.outage); outage != nil { // not a failure of the thread, which has not changed
		r.discardDeferred()
		r.stream.flush()
		r.done(Result{Err: outage})
		return
	}
	if r.state.channels != nil && (r.cp.exists || r.o.Durability == Exit && r.cp.meta.Source != "") {
		name, message := describe(err)
		if name != "" {
			message = name + ": " + message
		}
		var several *AggregateError
		if errors.As(err, &several) {
			message = name + ": " + several.Error() // the status of the thread has no field with the other errors
		}
		status := r.failure(message)
		var d *Drained
		if r.ctx.Err() != nil || errors.As(err, &d) {
			status = nil // the run was stopped from outside: the thread can be resumed
		}
		if commitErr := r.commitEnd(status); commitErr != nil && pc == nil && commitErr.Error() != err.Error() {
			err = errors.Join(err, commitErr) // what cannot be stored fails again, for the same reason
		}
	}
	r.stream.flush()
	r.done(Result{Err: err})
}

func (r *Run) commitEnd(status *checkpoint.ThreadUpdate) error {
	if err := r.commitExit(status); err != nil {
		return err
	}
	if err := r.commitTasks(status, !r.nested); err != nil {
		return err
	}
	return r.commitDeferred()
}

// status returns u if the run stores the status of its thread.
func (r *Run) status(u checkpoint.ThreadUpdate) *checkpoint.ThreadUpdate {
	if !r.o.Thread || r.nested {
		return nil
	}
	u.RunID = r.o.RunID
	return &u
}

func (r *Run) done(res Result) {
	r.ended = true
	r.o.Turns.leave()
	if r.stopStep != nil {
		r.stopStep()
	}
	if res.Err != nil && !r.aborted && r.running > 0 && !IsBubbleUp(res.Err) {
		r.abortTasks(res.Err)
	}
	if r.stopCtx != nil {
		r.stopCtx()
	}
	for _, t := range r.allTasks() {
		t.journal.stopWatch()
	}
	r.traced.ended(res)
	r.report(res)
}

// Cancelled notifies the run that its context has ended, earlier than the run would notice it.
func (r *Run) Cancelled() {
	if !r.pumping && !r.o.Suspends {
		r.cancelled()
		return
	}
	if r.running > 0 && !r.aborted && !r.ended {
		r.abortTasks(r.abort()) // the tasks are notified now; the run ends after what it is doing
	}
	r.h.Defer(r.cancelled)
}

// cancelled ends a run whose context was cancelled while tasks are under way.
func (r *Run) cancelled() {
	switch {
	case r.ended || r.phase != phaseLoop: // tick notices it, when the input is stored
	case r.pumping: // it waits for the saver
		r.cut = true
	default:
		r.end(r.abort())
	}
}

func (r *Run) abort() error {
	if cause := context.Cause(r.ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return &Error{Name: "AbortError", Message: "Aborted"}
}
