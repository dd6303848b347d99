// This file is the loop of a run: superstep, checkpoint, again, until it ends. ending.go has how it ends.

package runtime

import (
	"errors"
	"fmt"

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
		if !r.nested {
			r.answering.told = &Told{Resuming: r.answering.resuming}
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
	r.answering.resuming, r.answering.told = false, nil
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
