// This file matches answers with questions: resume values are stored per task
// and found by the index of the interrupt call.

package runtime

import (
	"encoding/hex"
	"strconv"

	"github.com/zeebo/xxh3"
)

// Interrupt is a question that a node asked.
type Interrupt struct {
	ID    string // "" if the script made the interrupt itself (NodeInterrupt)
	Value Value
	NS    string // namespace of the task that asked
	Node  string // its node
	Index int    // index of the interrupt call in the task
	// Deadline is when the question ends without an answer; nil for never.
	Deadline *Deadline
}

// interruptState has the questions and answers of a task.
type interruptState struct {
	calls   int      // number of interrupt calls in this attempt so far
	resumes []Value  // the answers, by index of the call
	asked   []string // the questions that they answered, see quote; "" if unknown
	answer  *answer  // the answer that the run was resumed with, if this task may still use it
}

// Interrupt implements a call of interrupt(value) in the function of the task. It returns the answer that is stored for
// the index of the call; if there is none, the answer that the run was resumed with. If there is none either, the
// question bubbles up as a *GraphInterrupt.
//
// deadline is nil for a question that waits for ever.
func (t *Task) Interrupt(value Value, deadline *Deadline) (Value, error) {
	if !t.run.canPause() {
		return nil, errNoCheckpointer()
	}
	index := t.calls
	t.calls++
	if index < len(t.resumes) {
		return t.answered(index, value)
	}
	in := Interrupt{ID: InterruptID(t.NS(), index), Value: value, NS: t.NS(), Node: t.Shown().Name(), Index: index}
	before := t.run.answering.askedBefore(t, in.ID)
	id := in.ID
	if then := t.run.answering.askedThen(in); !t.answer.has(id) && then != "" {
		id = then
	}
	if t.answer.has(id) {
		if before == nil {
			if err := t.run.answering.answersEarly(in, t.answer.peek(id)); err != nil {
				return nil, err
			}
		}
		if err := t.expect(before, index, value); err != nil {
			return nil, err
		}
		v, _ := t.answer.take(id)
		t.resumes = append(t.resumes[:len(t.resumes):len(t.resumes)], v)
		return t.given(index, v)
	}
	if err := t.journal.ends(); err != nil {
		return nil, err
	}
	if t.journal != nil && t.journal.asked < 0 {
		t.journal.asked = t.journal.calls
	}
	in.Deadline = deadline
	if before != nil && before.Deadline != nil && deadline != nil {
		in.Deadline = before.Deadline // the time counts from when the question was first asked
	}
	return nil, &GraphInterrupt{[]Interrupt{in}}
}

// canPause reports whether the run, or one around it, has a saver.
func (r *Run) canPause() bool {
	for ; r.o.Saver == nil; r = r.o.Parent.run {
		if !r.nested {
			return false
		}
	}
	return true
}

// InterruptID returns the id of question number index of the task with this
// namespace. The first one has LangGraph's id, the others differ from it, so
// that an answer to one question is never taken for another.
func InterruptID(ns string, index int) string {
	if index > 0 {
		ns += "|" + strconv.Itoa(index)
	}
	sum := xxh3.HashString128(ns).Bytes()
	return hex.EncodeToString(sum[:])
}

// IsInterruptID reports whether s has the form of an interrupt's id.
func IsInterruptID(s string) bool {
	if len(s) != 32 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// answer is the answer that a run was resumed with. Each task gets its own copy (forTask), and so does each run inside
// of a task (forRun). A copy is linked to its origin, so that an answer that was used inside is also used outside, and
// is never given to the next question.
type answer struct {
	uid   string // names it in the saver
	byID  map[string]Value
	plain bool
	value Value
	used  bool
	from  *answer

	// Who used it: this decides what is stored while tasks still run.
	run bool // it belongs to a run, not to a task
	own bool // the task it belongs to took it
	in  bool // a run inside of that task took it
}

func (a *answer) forTask() *answer {
	if a == nil || a.used {
		return nil
	}
	return &answer{uid: a.uid, byID: a.byID, plain: a.plain, value: a.value, from: a}
}

// forRun returns the answer for a run inside of the task that a belongs to.
func (a *answer) forRun() *answer {
	inner := a.forTask()
	if inner != nil {
		inner.run = true
	}
	return inner
}

// forChild returns the answer for a child task of the task that a belongs to. If plain is false, the answer may be used
// only for a question that it names.
func (a *answer) forChild(plain bool) *answer {
	if !plain && a != nil && a.byID == nil {
		return nil
	}
	return a.forTask()
}

// has reports whether take would return an answer.
func (a *answer) has(id string) bool {
	if a == nil {
		return false
	}
	if a.byID != nil {
		_, ok := a.byID[id]
		return ok
	}
	return a.plain && !a.used
}

// peek returns what take would return.
func (a *answer) peek(id string) Value {
	if a.byID != nil {
		return a.byID[id]
	}
	return a.value
}

// take returns the answer to the question with this id.
func (a *answer) take(id string) (Value, bool) {
	if a == nil {
		return nil, false
	}
	if a.byID != nil {
		v, ok := a.byID[id]
		return v, ok
	}
	if !a.plain || a.used {
		return nil, false
	}
	a.spend()
	a.own = true
	return a.value, true
}

// spend marks a and its origins as used.
func (a *answer) spend() {
	for inner := false; a != nil; a = a.from {
		a.used = true
		a.in = a.in || inner
		inner = a.run
	}
}
