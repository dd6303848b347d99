// This file is the loop of a run: superstep, checkpoint, again, until it ends.

package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// pump does everything that can be done now: it loads the thread, handles the results of tasks, and continues from superstep to superstep
// until tasks are active or the run ends.
func (r *Run) pump() {
	r.awake = false
	if r.ended {
		return
	}
	r.pumping = true
	defer func() { r.pumping = false }()
	if r.phase == phaseNew {
		if err := r.begin(); err != nil {
			r.fail(err)
			return
		}
	}
	if r.running > 0 && r.ctx.Err() != nil {
		r.end(r.abort()) // results of tasks after that do not count
		return
	}
	for !r.ended {
		if r.stopCtx != nil && r.ctx.Err() != nil && r.phase == phaseLoop {
			r.end(r.abort()) // before the results of the nodes
			return
		}
		if len(r.inbox) > 0 {
			r.settle()
			continue
		}
		if r.children.called() {
			r.startChildren()
			continue
		}
		if r.running > 0 || r.children.ended() {
			if err := r.commitFinished(); err != nil {
				r.fail(err)
				return
			}
			if len(r.inbox) > 0 || r.running == 0 || r.children.called() || r.children.ended() {
				continue
			}
			r.commits.barriers = waited
			if err := r.commitDeferred(); err != nil {
				r.fail(err)
			}
			return
		}
		if r.givesWay() {
			return
		}
		if err := r.tick(); err != nil {
			r.end(err)
			return
		}
	}
}

// begin loads the thread.
func (r *Run) begin() error {
	r.phase, r.commits.barriers = phaseFirst, r.o.Ledger.barriers
	if err := r.open(); err != nil {
		return err
	}
	r.traced.begins()
	return nil
}

// wake schedules a call of pump on the host's thread.
func (r *Run) wake() {
	if !r.pumping && !r.awake && !r.ended {
		r.awake = true
		r.h.Defer(r.pump)
	}
}

// errDone ends a run that has nothing left to do.
var errDone = errors.New("done")

// tick completes a superstep, if there is one, and starts the next. It returns
// errDone or another reason to end the run.
func (r *Run) tick() error {
	if r.ctx.Err() != nil && r.phase == phaseLoop {
		return r.abort()
	}
	before, results := r.tasks, len(r.stream.outbox) // the latter are chunks of tasks that ended
	if r.phase == phaseFirst {
		r.phase, results = phaseLoop, 0
		if err := r.first(); err != nil {
			return err
		}
	} else if err := r.complete(); err != nil {
		return err
	}
	if r.cut {
		return r.abort()
	}
	if r.step > r.stop {
		return errRecursion(r.limit)
	}
	r.tasks = r.plan()
	r.stream.emitCheckpoint()
	if len(r.tasks) == 0 {
		return errDone
	}
	if r.o.Drain != nil {
		if reason, drain := r.o.Drain(); drain {
			return &Drained{reason}
		}
	}
	todo := r.takePending()
	if len(todo) == 0 {
		r.stream.flush()
		return nil // all are done: complete in the next tick
	}
	if r.state.breaks(r.o.InterruptBefore, &r.g.before, r.tasks) {
		return &GraphInterrupt{}
	}
	r.stream.emitTasks(r.tasks)
	if r.ctx.Err() != nil {
		return r.abort()
	}
	r.traced.stepBegins(r.tasks)
	r.limitStep()
	if r.o.Cache != nil {
		if asked, err := r.lookUp(todo); asked || err != nil {
			r.stream.flush()
			return err
		}
	}
	if len(r.stream.outbox) == 0 {
		r.start(todo)
		return nil
	}
	if r.o.Old {
		r.startBehindReaders(todo, before, results)
		return nil
	}
	if n := r.readsBefore(results, len(todo)); n > 0 {
		r.handThen(n, n*ticksToStart, r.startLater(todo))
		return nil
	}
	// Readers of a stream continue once the next tasks have started, and run concurrently with them, as in
	// LangGraph.js.
	r.h.Together(func() {
		r.start(todo)
		r.stream.flush()
	})
	return nil
}

// takePending gives the stored writes to tasks that ran before this run began. It returns the other tasks.
func (r *Run) takePending() []*Task {
	if r.travel.replay && r.o.CheckpointID != "" || r.travel.named || len(r.pending.list) == 0 {
		return r.tasks
	}
	handlers := r.takeHandled()
	var todo []*Task
	for _, t := range r.tasks {
		if !t.finished && t.handles == nil && !r.takeWrites(t) {
			todo = append(todo, t)
		}
	}
	return append(todo, handlers...)
}

// takeWrites gives t its writes from before this run. It reports whether there were any.
func (r *Run) takeWrites(t *Task) bool {
	if r.answering.answersAgain(t.ID()) {
		return false // its write was refused by its channel
	}
	for w := range r.pending.of(t.ID()) {
		if checkpoint.IsSpecial(w.channel) {
			continue
		}
		if w.channel == checkpoint.ChannelNoWrites {
			t.writes = append(t.writes, write{chNoWrites, nil})
		} else if c, ok := r.g.channelIndex[w.channel]; ok {
			t.writes = append(t.writes, write{c, w.value})
		}
	}
	if len(t.writes) == 0 {
		return false
	}
	t.finished, t.cached = true, true
	r.stream.emitUpdate(t)
	return true
}

// complete ends the superstep: it applies the writes to the channels, stores the state as a checkpoint, and then
// reports it.
func (r *Run) complete() error {
	if err := r.taskErrors(); err != nil {
		return err
	}
	for _, t := range r.tasks {
		if !t.finished {
			return errDone // a task ended with a command for a parent that does not exist
		}
	}
	if err := r.state.apply(r.tasks, nil); err != nil {
		r.blame(err)
		return err
	}
	r.pending.set(nil)
	if err := r.putCheckpoint(checkpoint.SourceLoop); err != nil {
		return err
	}
	r.traced.stepEnds(nil)
	r.children = nil
	if !r.travel.repeats() {
		r.answering.answer = nil // it was for the tasks that waited when it was given
	}
	if r.stream.writesOutput(r.tasks) {
		r.stream.emitValues()
	}
	if r.state.breaks(r.o.InterruptAfter, &r.g.after, r.tasks) {
		r.tasks = nil // what they wrote is in the channels
		return &GraphInterrupt{}
	}
	r.answering.resuming = false
	return nil
}

// blame fails the tasks that wrote to the channel that refused a write, and stores their answers. Another answer can
// then replace the one that led to the refused write.
func (r *Run) blame(err error) {
	for _, t := range r.tasks {
		if len(t.resumes) == 0 || t.cached {
			continue
		}
		for _, w := range t.writes {
			if w.channel == r.state.refusing {
				t.err, t.stored = err, false
			}
		}
	}
}

// taskErrors returns the errors of the tasks of the superstep, or their questions.
func (r *Run) taskErrors() error {
	var errs []error
	var gi *GraphInterrupt
	var bubble, drained error
	for _, t := range r.tasks {
		if t.err == nil || t.handled {
			continue
		}
		if i := t.interrupted(); i != nil {
			if gi == nil {
				gi = &GraphInterrupt{}
			}
			gi.Interrupts = append(gi.Interrupts, i.Interrupts...)
			continue
		}
		if IsBubbleUp(t.err) {
			var d *Drained
			if drain := errors.As(t.err, &d); drain {
				drained = t.err
			}
			bubble = t.err
			continue
		}
		if !t.late {
			errs = append(errs, t.err)
		}
	}
	switch {
	case len(errs) == 1:
		return errs[0]
	case len(errs) > 1:
		return &AggregateError{errs, fmt.Sprintf(
			`Multiple errors occurred during superstep %d. See the "errors" field of this exception for more details.`, r.step)}
	case gi != nil:
		return gi
	case drained != nil:
		return drained
	case bubble != nil && r.nested:
		return bubble
	}
	return nil
}

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
