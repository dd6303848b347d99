// This file has the effects of a task: what it does and learns outside of itself. Where they
// happen once, each is numbered, and an attempt that runs again gets what the journal has.

package runtime

import (
	"errors"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Effects says how often the effects of a node happen.
type Effects string

// What Effects can be.
const (
	EffectsUsual  Effects = ""       // as the graph, or the run, has it
	EffectsAlways Effects = "always" // whenever the node runs, as in LangGraph.js
	EffectsOnce   Effects = "once"   // a node that runs again gets what was stored
)

// EffectSpec describes an effect. The same code has to describe it the same way.
type EffectSpec struct {
	Kind, What string
	// Outside says that others see it. What it may depend on is stored before it happens, and
	// what came of it is stored before the task learns it.
	Outside bool
	// Changes says that it may change something: it is better done once than twice.
	Changes bool
}

func (s EffectSpec) String() string {
	if s.What == "" {
		return s.Kind
	}
	return s.Kind + " " + s.What
}

// EffectResult is what came of an effect.
type EffectResult struct {
	Value Value
	Threw bool // Value was thrown
	// Failed says that a task which throws does it again when it is tried again. Known
	// says that the other side did answer then: it gets another key.
	Failed, Known bool
}

// Effect is an effect of the attempt of a task that runs.
type Effect struct {
	j       *journal
	index   int
	spec    EffectSpec
	attempt int
}

// Once reports whether the effects of t happen once. Where nothing else is said, those of a task
// that has a journal do: it was begun so.
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

// Effect begins an effect: the same call of each attempt has the same index. It returns an
// error if the journal has another one there.
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
			*r = effectRecord{Kind: s.Kind, What: s.What} // it was begun, and did not end
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

// Key names the effect: the same in each attempt, so that the other side can distinguish a
// repetition from a new one. Another effect at the same place has another.
func (e *Effect) Key() string {
	return checkpoint.SideTaskID(e.j.t.ID(), "key "+e.spec.String(), e.index<<16|e.j.tries[e.index])
}

// Kept returns what the journal has of an effect that takes no time.
func (e *Effect) Kept() (EffectResult, bool, error) {
	r := &e.j.records[e.index]
	if !r.Done {
		return EffectResult{}, false, nil
	}
	res, err := e.j.load(r)
	return res, true, err
}

// Keep takes the result of an effect that took no time.
func (e *Effect) Keep(res EffectResult) error {
	if e.stale() {
		return nil
	}
	if err := e.j.note(e.index, res); err != nil {
		return err
	}
	if e.spec.Outside {
		return e.j.keep(true)
	}
	return nil
}

// Before stores what an effect may depend on. It is called before an effect, and is the barrier of one that others see.
func (e *Effect) Before() error {
	if !e.spec.Outside {
		return nil
	}
	if !e.stale() {
		e.j.records[e.index].outside = true
		if err := e.j.keep(false); err != nil {
			return err
		}
	}
	return e.j.t.run.o.Ledger.Barrier()
}

// stale reports whether what comes of e is of no use any more: another attempt does it
// anew, the task has ended, or e began after the question that the attempt ended with.
func (e *Effect) stale() bool {
	return e.attempt != e.j.attempt || !e.j.t.Running() || e.index >= len(e.j.records)
}

// Start does an effect that takes time, or takes what the journal has of it: then is called
// with the result, on the host's thread. start begins it; it calls done there.
func (e *Effect) Start(start func(done func(EffectResult)), then func(EffectResult), failed func(error)) {
	j := e.j
	if r := &j.records[e.index]; r.Done {
		if r.Order == 0 { // it was done beside the others
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
		// It does not begin if the attempt ends with its question now.
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

// came stores what came of an effect that took time.
func (e *Effect) came(res EffectResult) error {
	j := e.j
	if e.stale() {
		return nil
	}
	j.top++
	j.records[e.index].Order, j.records[e.index].Calls = j.top, min(j.calls, len(j.records))
	err := j.note(e.index, res)
	if err == nil && e.spec.Outside {
		err = j.keep(true)
	}
	return err
}

// Over reports whether an attempt of t ended otherwise than by returning. What it left
// behind does nothing that others see: another attempt does.
func (t *Task) Over(attempt int) bool {
	switch {
	case attempt < t.attempts || attempt < t.over:
		return true
	case t.finished && t.err == nil:
		return false
	}
	return t.run.ended || t.err != nil
}

// leave ends the attempt of t that runs, because of err. It reports whether settle is called
// later, when it is known what came of effects under way.
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
