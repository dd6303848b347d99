// This file has the journal of a task: the results of its effects, in the order in which the task got them. A task that
// runs again gets them in the same order, and continues where the journal ends.

package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// journal has the effects of a task with EffectsOnce.
type journal struct {
	t       *Task
	records []effectRecord // by index of the call
	tries   map[int]int    // by index: how often the effect failed for certain
	top     int            // the greatest Order
	broken  error          // the task had other effects than its journal
	beside  []effectRecord // visible effects of attempts after their question, or with an answer that was replaced: they have no place in the order

	// Fields of the current attempt.
	calls   int
	attempt int
	given   givenAnswer    // the last answer that the task got
	asked   int            // how many effects had begun when the task asked a question, -1 if it did not
	due     []int          // indexes of the records to be delivered, by their Order
	unwatch func()         // cancels the timer that watches effects that are due or active; nil if there is none
	waiting map[int]func() // by index: the caller that waits for a record of due
	late    []func()       // results that came while records of due were not delivered
	flying  int            // number of active effects that change something
	landed  func()         // called when there are none left; may be nil

	// What the saver has.
	chunks   int
	moved    bool         // the saver does not have beside in its current form
	unstored map[int]bool // indexes of records that are not in the saver
	cutAt    int          // a cut that is not in the saver, -1 for none
	sideIDs  []string
}

// effectRecord is an effect in the journal.
type effectRecord struct {
	Kind     string          `json:"k"`
	What     string          `json:"w,omitempty"`
	Value    json.RawMessage `json:"v,omitempty"`
	Threw    bool            `json:"x,omitempty"`
	Fails    bool            `json:"f,omitempty"`
	Answered bool            `json:"a,omitempty"`
	// Order is the position among the asynchronous effects of the task, from 1; 0 for synchronous effects.
	Order int `json:"o,omitempty"`
	// Calls is how many effects the task had begun when it got the result of this asynchronous effect.
	Calls int  `json:"c,omitempty"`
	Done  bool `json:"d,omitempty"`
	// Outside says that others can see it.
	Outside bool `json:"s,omitempty"`
	givenAnswer
}

// givenAnswer says which answer a task had when it began an effect. The zero value is for none.
type givenAnswer struct {
	Answers int    `json:"n,omitempty"` // how many answers the task had
	Hash    string `json:"h,omitempty"` // of the last of them
}

// storedJournal is a part of a journal in the form that the saver stores.
type storedJournal struct {
	Task    string `json:"task"`
	N       int    `json:"n"`
	Records []struct {
		Index int `json:"i"`
		effectRecord
	} `json:"r,omitempty"`
	// Cut, if present, is the index from which on the stored records are void; Tries is how often the effect at that
	// index failed.
	Cut   *int `json:"cut,omitempty"`
	Tries int  `json:"tries,omitempty"`
	// Beside, if present, replaces the stored beside.
	Beside *[]effectRecord `json:"b,omitempty"`
}

const nonDeterminism = "NonDeterminismError"

// differs marks the journal as broken: the effect at index differs from its record.
func (j *journal) differs(index int, now string) error {
	r := &j.records[index]
	j.broken = &Error{Name: nonDeterminism, Message: fmt.Sprintf(
		"node %q has other effects than its journal: effect %d was %s, and %s", j.t.Shown().Name(), index+1, EffectSpec{Kind: r.Kind, What: r.What}, now)}
	return j.broken
}

// land counts an effect as no longer active.
func (j *journal) land(e *Effect) {
	if !e.spec.Changes || e.attempt != j.attempt {
		return
	}
	j.flying--
	if j.flying == 0 && j.landed != nil {
		j.landed()
	}
}

// unask drops the results that a task got after it had asked: after the answer it continues from the question.
func (j *journal) unask() {
	n := len(j.records)
	for j.asked >= 0 && n > j.asked && !j.records[n-1].Outside {
		n--
	}
	j.shorten(n)
}

// replay delivers the results in the journal in their recorded order.
func (j *journal) replay() {
	for len(j.due) > 0 {
		tell := j.waiting[j.due[0]]
		if tell == nil || j.calls < j.records[j.due[0]].Calls {
			j.watchDue()
			return // the task has not requested it yet, or had begun more effects when it was delivered
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
	j.stopWatch()
	late := j.late
	j.late = nil
	for _, finish := range late {
		j.t.run.h.Defer(finish)
	}
}

// dueFor is how long a task may take to request the next effect in its journal, and how long a task that ends waits for
// active effects.
const dueFor = 10 * time.Second

// watchDue fails a task that does not request the next effect in its journal.
func (j *journal) watchDue() {
	if j.unwatch != nil {
		return
	}
	r, next, calls := j.t.run, j.due[0], j.calls
	j.unwatch = r.h.After(dueFor, func() {
		j.unwatch = nil
		if !j.t.Running() || len(j.due) == 0 {
			return
		}
		if j.due[0] != next || j.calls != calls {
			j.watchDue() // the task began an effect meanwhile
			return
		}
		err := j.differs(next, "the node does not get there any more")
		r.inbox = append(r.inbox, settled{task: j.t, branch: -1, err: err})
		r.wake()
	})
}

func (j *journal) stopWatch() {
	if j != nil && j.unwatch != nil {
		j.unwatch()
		j.unwatch = nil
	}
}

// moveBeside removes effects from the order that an attempt had after its question: in a finally block, or in
// concurrent code. After the answer the task continues from the question.
func (j *journal) moveBeside(err error) {
	if !IsBubbleUp(err) || j.asked < 0 || j.asked >= len(j.records) || j.broken != nil {
		return
	}
	for _, r := range j.records[j.asked:] {
		if r.Outside && r.Done {
			j.putBeside(r)
		}
	}
	j.shorten(j.asked)
}

func (j *journal) putBeside(r effectRecord) {
	r.Order, r.Calls = 0, 0
	j.beside, j.moved = append(j.beside, r), true
}

// answered notes that the task gets the answer to the question at index. If an earlier attempt got another one there,
// which this one replaces, the task need not repeat what that attempt did after it. What others can see of that is not
// done again if the task has the same effect now.
func (j *journal) answered(index int, v Value) error {
	if j.broken != nil {
		return nil
	}
	b, err := dumpAnswered(j.t.run.h, v)
	if err != nil {
		return err
	}
	j.given = givenAnswer{index + 1, strconv.FormatUint(xxh3.Hash(b.Data), 36)}
	for i := j.calls; i < len(j.records); i++ {
		if was := j.records[i].givenAnswer; was.Answers == j.given.Answers && was.Hash != j.given.Hash {
			j.dropReplaced(i)
			j.due = slices.DeleteFunc(j.due, func(due int) bool { return due >= i })
			return nil
		}
	}
	return nil
}

// dropReplaced drops the records from n on, which belong to an answer that was replaced.
func (j *journal) dropReplaced(n int) {
	for i, r := range j.records[n:] {
		switch {
		case r.Fails && r.Answered:
			j.tries[n+i]++
		case r.Outside && r.Done && !r.Fails:
			j.putBeside(r)
		}
	}
	j.shorten(n)
}

// takeBeside returns the record of a new effect, with its result if an earlier attempt had the effect after its
// question, or with an answer that was replaced.
func (j *journal) takeBeside(s EffectSpec) effectRecord {
	for i, r := range j.beside {
		if r.Kind != s.Kind || r.What != s.What {
			continue
		}
		j.beside, j.moved = slices.Delete(slices.Clone(j.beside), i, i+1), true
		j.unstored[len(j.records)], r.Outside, r.givenAnswer = true, true, j.given
		return r
	}
	return effectRecord{Kind: s.Kind, What: s.What, givenAnswer: j.given}
}

func (j *journal) note(index int, res EffectResult) error {
	b, err := j.t.run.h.Dump(res.Value)
	if err != nil {
		return fmt.Errorf("store the result of %s: %w", EffectSpec{Kind: j.records[index].Kind}, err)
	}
	rec := &j.records[index]
	rec.Value, rec.Threw, rec.Fails, rec.Answered, rec.Done = b.Data, res.Threw, res.Failed, res.Answered, true
	j.unstored[index] = true
	return nil
}

func (j *journal) load(rec *effectRecord) (EffectResult, error) {
	v, err := j.t.run.loadJSON(rec.Value)
	return EffectResult{Value: v, Threw: rec.Threw, Failed: rec.Fails, Answered: rec.Answered}, err
}

// store commits the records that are not in the saver yet. happened says that they have the result of an effect that others
// can see.
func (j *journal) store(happened bool) error {
	r := j.t.run
	if !r.stores() || r.o.JournalInMemory || !r.cp.exists {
		return nil
	}
	writes, err := j.appendUnstored(nil)
	if err != nil || len(writes) == 0 {
		return err
	}
	if err := r.commitNow(&checkpoint.Batch{Key: r.key(), Writes: writes, Outside: happened, Sync: happened && r.o.Durability <= Sync}); err != nil {
		r.fail(err)
		return err
	}
	return nil
}

// appendUnstored adds the records that are not in the saver yet.
func (j *journal) appendUnstored(all []checkpoint.TaskWrites) ([]checkpoint.TaskWrites, error) {
	if j == nil || len(j.unstored) == 0 && j.cutAt < 0 && !j.moved {
		return all, nil
	}
	s := storedJournal{Task: j.t.ID()}
	if j.cutAt >= 0 {
		cut := j.cutAt
		s.Cut, s.Tries = &cut, j.tries[cut]
	}
	if j.moved {
		s.Beside = &j.beside
	}
	indexes := make([]int, 0, len(j.unstored))
	for i := range j.unstored {
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
	clear(j.unstored)
	j.cutAt, j.moved = -1, false
	return append(all, checkpoint.TaskWrites{TaskID: id, Writes: []checkpoint.PendingWrite{{TaskID: id, Channel: checkpoint.ChannelEffects, Value: b}}}), nil
}

// journal returns the journal of t, which it reads at the first call.
func (r *Run) journal(t *Task) *journal {
	if t.journal != nil {
		return t.journal
	}
	j := &journal{t: t, tries: map[int]int{}, unstored: map[int]bool{}, cutAt: -1}
	t.journal = j
	if !r.travel.past {
		j.read(r)
	}
	j.restart()
	return j
}

// read reads the records that were stored before this run began.
func (j *journal) read(r *Run) {
	var parts []storedJournal
	for _, i := range r.pending.indexed().journals[j.t.ID()] {
		parts = append(parts, r.pending.list[i].value.(storedJournal))
	}
	slices.SortFunc(parts, func(a, b storedJournal) int { return a.N - b.N })
	for _, s := range parts {
		j.chunks = s.N + 1
		if s.Cut != nil {
			j.truncate(*s.Cut)
			j.tries[*s.Cut] = s.Tries
		}
		if s.Beside != nil {
			j.beside = *s.Beside
		}
		for _, rec := range s.Records {
			for len(j.records) <= rec.Index {
				j.records = append(j.records, effectRecord{})
			}
			j.records[rec.Index] = rec.effectRecord
		}
	}
}

// restart begins another attempt.
func (j *journal) restart() {
	j.attempt++
	j.calls, j.top, j.given = 0, 0, givenAnswer{}
	j.stopWatch()
	j.waiting, j.late, j.due = map[int]func(){}, nil, nil
	j.asked, j.flying, j.landed = -1, 0, nil
	// An effect that began and did not end begins again, whichever effect it is then.
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

// cut drops the first effect that failed and all after it: the task threw err, and they happen again.
func (j *journal) cut(err error) {
	if j == nil || j.broken != nil {
		return
	}
	_, message := describe(err)
	for i := range j.records {
		if r := &j.records[i]; !r.Done || !r.Fails && !r.threw(message) {
			continue
		}
		if j.records[i].Answered {
			j.tries[i]++
		}
		j.shorten(i)
		return
	}
}

// threw reports whether the effect threw an error that message describes.
func (r *effectRecord) threw(message string) bool {
	var thrown struct{ Args []string }
	return r.Threw && json.Unmarshal(r.Value, &thrown) == nil && len(thrown.Args) > 0 && thrown.Args[0] != "" && strings.Contains(message, thrown.Args[0])
}

// shorten drops the records from n on, in the saver too.
func (j *journal) shorten(n int) {
	if n >= len(j.records) {
		return
	}
	for i := n; i < len(j.records); i++ {
		delete(j.unstored, i)
	}
	if j.cutAt < 0 || n < j.cutAt {
		j.cutAt = n
	}
	j.truncate(n)
}

// truncate drops the records from n on. None of the other records waits for them then.
func (j *journal) truncate(n int) {
	j.records = j.records[:min(n, len(j.records))]
	for i := range j.records {
		j.records[i].Calls = min(j.records[i].Calls, n)
	}
}

// ends returns an error for a task that ends, or asks a question, before it has repeated all effects in its journal.
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

// endJournal returns the error with which a task ends that was about to end with err.
func (r *Run) endJournal(t *Task, err error) error {
	if t.journal == nil && len(r.pending.list) > 0 && t.Once() {
		r.journal(t)
	}
	t.journal.stopWatch()
	end := t.journal.ends()
	if end == nil || err != nil && t.journal.broken == nil {
		return err
	}
	t.writes = nil
	if err != nil {
		if name, _ := describe(err); name == nonDeterminism {
			return err // err has the position in the script
		}
	}
	return end
}
