// This file has the journal of a task: what it did and learned outside of itself. A
// task that runs again gets what the journal has, in the order it got it, and goes on
// where the journal ends.

package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Effects says how often the effects of a node happen.
type Effects string

// What Effects can be.
const (
	EffectsUsual  Effects = ""       // as the graph, or the run, has it
	EffectsAlways Effects = "always" // whenever the node runs, as in LangGraph.js
	EffectsOnce   Effects = "once"   // a node that runs again gets what was kept
)

// EffectSpec describes an effect. The same code has to describe it the same way.
type EffectSpec struct {
	Kind, What string
	// Outside says that others see it. What it may depend on is kept before it happens, and
	// what came of it is kept before the task learns it.
	Outside bool
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

// journal is what a task with EffectsOnce did.
type journal struct {
	t       *Task
	records []effectRecord // by index of the call
	tries   map[int]int    // by index: how often the effect failed and is known to have
	top     int            // the greatest Order
	broken  error          // the task did something else than its journal has

	// Of the attempt that runs.
	calls   int
	attempt int
	due     []int          // indexes of the records to be told, by their Order
	watched [2]int         // what watchDue looks after
	waiting map[int]func() // by index: who waits for one of due
	late    []func()       // what came while some of due were not told

	// Of what is kept.
	chunks  int
	unkept  map[int]bool // records that are not in the saver
	cutAt   int          // a cut that is not in the saver, -1 for none
	sideIDs []string
}

// effectRecord is an effect in the journal.
type effectRecord struct {
	Kind  string          `json:"k"`
	What  string          `json:"w,omitempty"`
	Value json.RawMessage `json:"v,omitempty"`
	Threw bool            `json:"x,omitempty"`
	Fails bool            `json:"f,omitempty"`
	Known bool            `json:"a,omitempty"`
	// Order is the place among those of its kind that take time, from 1; 0 for others.
	Order int `json:"o,omitempty"`
	// Calls is how many effects the task had begun when it was told of one that takes time.
	Calls int  `json:"c,omitempty"`
	Done  bool `json:"d,omitempty"`
}

// storedJournal is a part of a journal in the saver.
type storedJournal struct {
	Task    string `json:"task"`
	N       int    `json:"n"`
	Records []struct {
		Index int `json:"i"`
		effectRecord
	} `json:"r,omitempty"`
	// Cut is the index from which on nothing counts, if it is there; Tries is how often that effect failed.
	Cut   *int `json:"cut,omitempty"`
	Tries int  `json:"tries,omitempty"`
}

// Effect is an effect of the attempt of a task that runs.
type Effect struct {
	j       *journal
	index   int
	spec    EffectSpec
	attempt int
}

// Once reports whether the effects of t happen once.
func (t *Task) Once() bool {
	if t.node.Effects != EffectsUsual {
		return t.node.Effects == EffectsOnce
	}
	return t.run.once
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
		j.records = append(j.records, effectRecord{Kind: s.Kind, What: s.What})
	}
	if len(j.due) > 0 {
		j.replay() // something may have waited for this
	}
	return &Effect{j: j, index: index, spec: s, attempt: j.attempt}, nil
}

const nonDeterminism = "NonDeterminismError"

// differs breaks the journal: effect number index is another one than it has.
func (j *journal) differs(index int, now string) error {
	r := &j.records[index]
	j.broken = &Error{Name: nonDeterminism, Message: fmt.Sprintf(
		"node %q does something else than its journal has: effect %d was %s, and %s", j.t.Shown().Name(), index+1, EffectSpec{Kind: r.Kind, What: r.What}, now)}
	return j.broken
}

// Key names the effect: the same in each attempt, so that the other side can tell a
// repetition from a new one.
func (e *Effect) Key() string {
	return checkpoint.SideTaskID(e.j.t.ID(), "key", e.index<<16|e.j.tries[e.index])
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

// Before keeps what an effect may depend on. It is called before an effect that others see.
func (e *Effect) Before() error {
	if !e.spec.Outside || e.stale() {
		return nil
	}
	if err := e.j.keep(false); err != nil {
		return err
	}
	return e.j.t.run.KeepHeld()
}

// stale reports whether the attempt that e belongs to is over.
func (e *Effect) stale() bool { return e.attempt != e.j.attempt || !e.j.t.Running() }

// Start does an effect that takes time, or takes what the journal has of it: then is called
// with the result, on the host's thread. start begins it; it calls done there.
func (e *Effect) Start(start func(done func(EffectResult)), then func(EffectResult), failed func(error)) {
	j := e.j
	if j.records[e.index].Done {
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
	if err := e.Before(); err != nil {
		failed(err)
		return
	}
	start(func(res EffectResult) {
		if e.stale() {
			then(res)
			return
		}
		finish := func() {
			j.top++
			j.records[e.index].Order, j.records[e.index].Calls = j.top, j.calls
			err := j.note(e.index, res)
			if err == nil && e.spec.Outside {
				err = j.keep(true)
			}
			if err != nil {
				failed(err)
				return
			}
			then(res)
		}
		if len(j.due) == 0 {
			finish()
			return
		}
		j.late = append(j.late, finish)
		j.watchDue()
	})
}

// replay tells what the journal has, in the order in which it came.
func (j *journal) replay() {
	for len(j.due) > 0 {
		tell := j.waiting[j.due[0]]
		if tell == nil || j.calls < j.records[j.due[0]].Calls {
			j.watchDue()
			return // it is not asked for yet, or the task had done more when it was told
		}
		delete(j.waiting, j.due[0])
		j.due = j.due[1:]
		attempt := j.attempt
		j.t.run.h.Defer(func() {
			if attempt == j.attempt {
				tell()
			}
		})
	}
	late := j.late
	j.late = nil
	for _, finish := range late {
		j.t.run.h.Defer(finish)
	}
}

// dueFor is how long a task may take to ask for what its journal has next.
const dueFor = 10 * time.Second

// watchDue fails a task that does not ask for what its journal has next.
func (j *journal) watchDue() {
	r, next, calls, attempt := j.t.run, j.due[0], j.calls, j.attempt
	if j.watched == [2]int{next, calls} {
		return
	}
	j.watched = [2]int{next, calls}
	r.h.After(dueFor, func() {
		if attempt != j.attempt || !j.t.Running() || len(j.due) == 0 || j.due[0] != next || j.calls != calls {
			return
		}
		err := j.differs(next, "the node does not get there any more")
		r.inbox = append(r.inbox, settled{j.t, -1, Output{}, err})
		r.wake()
	})
}

func (j *journal) note(index int, res EffectResult) error {
	b, err := j.t.run.h.Dump(res.Value)
	if err != nil {
		return fmt.Errorf("keep what came of %s: %w", EffectSpec{Kind: j.records[index].Kind}, err)
	}
	rec := &j.records[index]
	rec.Value, rec.Threw, rec.Fails, rec.Known, rec.Done = b.Data, res.Threw, res.Failed, res.Known, true
	j.unkept[index] = true
	return nil
}

func (j *journal) load(rec *effectRecord) (EffectResult, error) {
	v, err := j.t.run.loadJSON(rec.Value)
	return EffectResult{Value: v, Threw: rec.Threw, Failed: rec.Fails, Known: rec.Known}, err
}

// keep commits what is not in the saver yet.
func (j *journal) keep(sync bool) error {
	r := j.t.run
	if !r.keeps() || r.o.JournalInMemory || !r.cp.exists {
		return nil
	}
	writes, err := j.appendUnkept(nil)
	if err != nil || len(writes) == 0 {
		return err
	}
	if err := r.commitNow(checkpoint.Batch{Key: r.key(), Writes: writes, Sync: sync && r.o.Durability <= Sync}); err != nil {
		r.fail(err)
		return err
	}
	return nil
}

// appendUnkept adds what is not in the saver yet.
func (j *journal) appendUnkept(all []checkpoint.TaskWrites) ([]checkpoint.TaskWrites, error) {
	if j == nil || len(j.unkept) == 0 && j.cutAt < 0 {
		return all, nil
	}
	s := storedJournal{Task: j.t.ID()}
	if j.cutAt >= 0 {
		cut := j.cutAt
		s.Cut, s.Tries = &cut, j.tries[cut]
	}
	indexes := make([]int, 0, len(j.unkept))
	for i := range j.unkept {
		indexes = append(indexes, i)
	}
	slices.Sort(indexes)
	for _, i := range indexes {
		s.Records = append(s.Records, struct {
			Index int `json:"i"`
			effectRecord
		}{i, j.records[i]})
	}
	s.N = j.chunks
	b, err := jsonBlob(s)
	if err != nil {
		return nil, err
	}
	id := checkpoint.SideTaskID(s.Task, checkpoint.ChannelEffects, j.chunks)
	j.chunks++
	j.sideIDs = append(j.sideIDs, id)
	clear(j.unkept)
	j.cutAt = -1
	return append(all, checkpoint.TaskWrites{TaskID: id, Writes: []checkpoint.PendingWrite{{TaskID: id, Channel: checkpoint.ChannelEffects, Value: b}}}), nil
}

// journal returns the journal of t, which it reads at the first call.
func (r *Run) journal(t *Task) *journal {
	if t.journal != nil {
		return t.journal
	}
	j := &journal{t: t, tries: map[int]int{}, unkept: map[int]bool{}, cutAt: -1}
	t.journal = j
	if !(r.replay && r.o.CheckpointID != "") {
		j.read(r.pending)
	}
	j.rewind()
	return j
}

// read takes what was kept before this run began.
func (j *journal) read(pending []pendingWrite) {
	var parts []storedJournal
	for _, w := range pending {
		if s, ok := w.value.(storedJournal); ok && s.Task == j.t.ID() {
			parts = append(parts, s)
			j.sideIDs = append(j.sideIDs, w.taskID)
		}
	}
	slices.SortFunc(parts, func(a, b storedJournal) int { return a.N - b.N })
	for _, s := range parts {
		j.chunks = s.N + 1
		if s.Cut != nil {
			j.records = j.records[:min(*s.Cut, len(j.records))]
			j.tries[*s.Cut] = s.Tries
		}
		for _, rec := range s.Records {
			for len(j.records) <= rec.Index {
				j.records = append(j.records, effectRecord{})
			}
			j.records[rec.Index] = rec.effectRecord
		}
	}
}

// rewind begins another attempt.
func (j *journal) rewind() {
	j.attempt++
	j.calls, j.top = 0, 0
	j.waiting, j.late, j.due, j.watched = map[int]func(){}, nil, nil, [2]int{-1, -1}
	// What was begun and did not end is begun anew, whatever it is then.
	for len(j.records) > 0 && !j.records[len(j.records)-1].Done {
		j.records = j.records[:len(j.records)-1]
	}
	for i := range j.records {
		if rec := &j.records[i]; rec.Done && rec.Order > 0 {
			j.due = append(j.due, i)
			j.top = max(j.top, rec.Order)
		}
	}
	slices.SortFunc(j.due, func(a, b int) int { return j.records[a].Order - j.records[b].Order })
}

// cut forgets the first effect that failed and all behind it: the task threw, and they happen again.
func (j *journal) cut() {
	if j == nil || j.broken != nil {
		return
	}
	for i := range j.records {
		if !j.records[i].Done || !j.records[i].Fails {
			continue
		}
		if j.records[i].Known {
			j.tries[i]++
		}
		for k := range j.unkept {
			if k >= i {
				delete(j.unkept, k)
			}
		}
		j.records = j.records[:i]
		j.cutAt = i
		return
	}
}

// ends returns an error for a task that ends, or asks something, before it did all that its journal has.
func (j *journal) ends() error {
	if j == nil {
		return nil
	}
	if j.broken != nil {
		return j.broken
	}
	for i := j.calls; i < len(j.records); i++ {
		if j.records[i].Done {
			return j.differs(i, "the node ended before it")
		}
	}
	return nil
}

// endJournal returns what a task ended with that was about to end with err.
func (r *Run) endJournal(t *Task, err error) error {
	if t.journal == nil && len(r.pending) > 0 && t.Once() {
		r.journal(t)
	}
	end := t.journal.ends()
	if end == nil || err != nil && t.journal.broken == nil {
		return err
	}
	t.writes = nil
	if err != nil {
		if name, _ := describe(err); name == nonDeterminism {
			return err // it knows where in the script that was
		}
	}
	return end
}
