// This file has the effects of a task: what it changes and reads outside of itself. If they happen once, each has a
// number, and a later attempt gets the results from the journal.

package runtime

import (
	"errors"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Effects says how often the effects of a node happen.
type Effects string

// The values of Effects.
const (
	EffectsUsual  Effects = ""       // the default of the graph, or of the run
	EffectsAlways Effects = "always" // whenever the node runs, as in LangGraph.js
	EffectsOnce   Effects = "once"   // a node that runs again gets the stored results
)

// EffectSpec describes an effect. The description must be the same whenever the same code runs.
type EffectSpec struct {
	Kind, What string
	// Outside says that other programs or people can see the effect. Everything it may depend on is stored before it
	// happens, and its result is stored before the task gets it.
	Outside bool
	// Changes says that the effect may change something, so it should not happen twice.
	Changes bool
}

func (s EffectSpec) String() string {
	if s.What == "" {
		return s.Kind
	}
	return s.Kind + " " + s.What
}

// EffectResult is the result of an effect.
type EffectResult struct {
	Value Value
	Threw bool // Value was thrown
	// Failed says that the effect happens again if the task throws and is retried. Answered says that the other side did
	// answer: the repetition then gets another key.
	Failed, Answered bool
}

// Effect is an effect of the current attempt of a task.
type Effect struct {
	j       *journal
	index   int
	spec    EffectSpec
	attempt int
}

// Once reports whether the effects of t happen once. Without a setting they do if the task has a journal, because an
// earlier attempt ran with that setting.
func (t *Task) Once() bool {
	switch {
	case t.node.Effects != EffectsUsual:
		return t.node.Effects == EffectsOnce
	case t.run.once || t.journal != nil:
		return true
	case t.run.o.Effects == EffectsUsual && t.run.pending.journaled != nil:
		return t.run.pending.journaled[t.ID()] && !t.run.travel.past
	}
	return false
}

// Effect begins an effect: the same call has the same index in each attempt. It returns an error if the journal has
// another effect at that index.
func (t *Task) Effect(s EffectSpec) (*Effect, error) {
	j := t.run.journal(t)
	if j.broken != nil {
		return nil, j.broken
	}
	index := j.calls
	j.calls++
	if index < len(j.records) {
		switch r := &j.records[index]; {
		case !r.Done:
			*r = effectRecord{Kind: s.Kind, What: s.What, givenAnswer: j.given} // it was begun, and did not end
		case r.Kind != s.Kind || r.What != s.What:
			return nil, j.differs(index, "is "+s.String()+" now")
		}
	} else {
		j.records = append(j.records, j.takeBeside(s))
	}
	if len(j.due) > 0 {
		j.replay() // something may have waited for this
	}
	return &Effect{j: j, index: index, spec: s, attempt: j.attempt}, nil
}

// Key returns the idempotency key of the effect. It is the same in each attempt, so that the other side can recognise a
// repetition. A different effect at the same index has a different key.
func (e *Effect) Key() string {
	return checkpoint.SideTaskID(e.j.t.ID(), "key "+e.spec.String(), e.index<<16|e.j.tries[e.index])
}

// Stored returns the result of a synchronous effect from the journal.
func (e *Effect) Stored() (EffectResult, bool, error) {
	r := &e.j.records[e.index]
	if !r.Done {
		return EffectResult{}, false, nil
	}
	res, err := e.j.load(r)
	return res, true, err
}

// Record adds the result of a synchronous effect to the journal.
func (e *Effect) Record(res EffectResult) error {
	if e.stale() {
		return nil
	}
	if err := e.j.note(e.index, res); err != nil {
		return err
	}
	if e.spec.Outside {
		return e.j.store(true)
	}
	return nil
}

// Before stores everything that an effect may depend on. It is called before an effect, and is the barrier for an
// effect that others can see.
func (e *Effect) Before() error {
	if !e.spec.Outside {
		return nil
	}
	if !e.stale() {
		e.j.records[e.index].Outside = true
		if err := e.j.store(false); err != nil {
			return err
		}
	}
	return e.j.t.run.o.Ledger.Barrier()
}

// stale reports whether the result of e is not needed any more: another attempt does it again, the task has ended, or e
// began after the question that the attempt ended with.
func (e *Effect) stale() bool {
	return e.attempt != e.j.attempt || !e.j.t.Running() || e.index >= len(e.j.records)
}

// Start runs an asynchronous effect, or takes its result from the journal. It calls then with the result, on the host's
// thread. start begins the effect, and calls done on the host's thread.
func (e *Effect) Start(start func(done func(EffectResult)), then func(EffectResult), failed func(error)) {
	j := e.j
	if r := &j.records[e.index]; r.Done {
		if r.Order == 0 { // it happened beside the others
			j.top++
			r.Order = j.top
			j.due = append(j.due, e.index)
		}
		j.waiting[e.index] = func() {
			res, err := j.load(&j.records[e.index])
			if err != nil {
				failed(err)
				return
			}
			then(res)
		}
		j.replay()
		return
	}
	if j.asked >= 0 {
		// The effect does not begin if the attempt ends with its question now.
		j.t.run.h.Defer(func() {
			if !e.stale() && !j.t.Over(j.t.attempts) {
				e.begin(start, then, failed)
			}
		})
		return
	}
	e.begin(start, then, failed)
}

func (e *Effect) begin(start func(done func(EffectResult)), then func(EffectResult), failed func(error)) {
	j := e.j
	if err := e.Before(); err != nil {
		failed(err)
		return
	}
	if e.spec.Changes {
		j.flying++
	}
	start(func(res EffectResult) {
		finish := func() {
			if err := e.came(res); err != nil {
				failed(err)
			} else {
				then(res)
			}
			j.land(e)
		}
		if e.stale() || len(j.due) == 0 || j.t.Over(j.t.attempts) {
			finish()
			return
		}
		j.late = append(j.late, finish)
		j.watchDue()
	})
}

// came stores the result of an asynchronous effect.
func (e *Effect) came(res EffectResult) error {
	j := e.j
	if e.stale() {
		return nil
	}
	j.top++
	j.records[e.index].Order, j.records[e.index].Calls = j.top, min(j.calls, len(j.records))
	err := j.note(e.index, res)
	if err == nil && e.spec.Outside {
		err = j.store(true)
	}
	return err
}

// Over reports whether an attempt of t ended in another way than by returning. Code that it left running must not cause
// effects that others can see: another attempt causes them.
func (t *Task) Over(attempt int) bool {
	switch {
	case attempt < t.attempts || attempt < t.over:
		return true
	case t.finished && t.err == nil:
		return false
	}
	return t.run.ended || t.err != nil
}

// leave ends the current attempt of t because of err. It returns true if settle is called later, when the results of
// active effects are known.
func (t *Task) leave(err error, settle func()) bool {
	t.over = t.attempts + 1
	j := t.journal
	if j == nil {
		return false
	}
	j.stopWatch()
	if IsBubbleUp(err) {
		j.unask()
	}
	late := j.late
	j.late = nil
	for _, finish := range late {
		t.run.h.Defer(finish)
	}
	var expired *NodeTimeoutError
	if j.flying == 0 || !t.Running() || errors.As(err, &expired) {
		j.moveBeside(err)
		return false
	}
	j.landed = func() {
		j.landed = nil
		j.stopWatch()
		j.moveBeside(err)
		settle()
	}
	j.unwatch = t.run.h.After(dueFor, j.landed)
	return true
}
