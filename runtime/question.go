// This file has the questions that wait: it lists them, checks whether an answer belongs to one of them and fits it,
// compares them with what was asked before, and applies their deadlines.

package runtime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// answering has the answer that a run was given, and says which question it is for.
type answering struct {
	run      *Run
	resuming bool
	told     *Told // nil after the first superstep
	answer   *answer
	answered string          // uid of the last answer used in this namespace
	stored   checkpoint.Blob // the answer that was pending when the run was loaded
	storedAt int             // how many of the pending writes came before it
}

// Told is what LangGraph.js 0.2 tells the tasks of the first superstep: whether the outermost run continues a thread.
type Told struct{ Resuming bool }

// Deadline is when a question ends without an answer, and how.
type Deadline struct {
	At     time.Time
	Answer Value // the answer then
	Fails  bool  // there is none: interrupt() throws
}

// timedOut is the answer to a question whose deadline has passed and that has no other.
type timedOut struct{}

// timedOutJSON is a timedOut in the saver.
var timedOutJSON = []byte(`{"lc":2,"type":"interrupt_timeout"}`)

func dumpAnswered(h Codec, v Value) (checkpoint.Blob, error) {
	if _, ok := v.(timedOut); ok {
		return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: timedOutJSON}, nil
	}
	b, err := h.Dump(v)
	if err != nil {
		err = fmt.Errorf("resume value: %w", err)
	}
	return b, err
}

func (a *answering) loadAnswered(data json.RawMessage) (Value, error) {
	if bytes.Equal(data, timedOutJSON) {
		return timedOut{}, nil
	}
	return a.run.loadJSON(data)
}

// given returns the answer to the question at index, or the error that interrupt() throws instead.
func (t *Task) given(index int, v Value) (Value, error) {
	if t.Once() {
		if err := t.run.journal(t).answered(index, v); err != nil {
			return nil, err
		}
	}
	if _, ok := v.(timedOut); ok {
		return nil, &Error{Name: "InterruptTimeoutError", Message: fmt.Sprintf(
			"nobody answered question %d of node %q in time", index+1, t.Shown().Name())}
	}
	return v, nil
}

// answered returns the stored answer to the question at index.
func (t *Task) answered(index int, value Value) (Value, error) {
	if index < len(t.asked) && t.asked[index] != "" {
		if now := t.quote(value); now != t.asked[index] {
			if err := t.mismatch(index, t.asked[index], now); err != nil {
				return nil, err
			}
			t.asked[index] = now
		}
	}
	return t.given(index, t.resumes[index])
}

// expect compares the question at index with before, the question that the answer was given to, and stores the new
// text.
func (t *Task) expect(before *Interrupt, index int, value Value) error {
	now := t.quote(value)
	if before != nil {
		if then := t.quote(before.Value); then != now {
			if err := t.mismatch(index, then, now); err != nil {
				return err
			}
		}
	}
	for len(t.asked) < index {
		t.asked = append(t.asked, "")
	}
	t.asked = append(t.asked[:index:index], now)
	return nil
}

func (t *Task) mismatch(index int, then, now string) error {
	message := fmt.Sprintf("node %q asks a different question than the one that was answered: question %d was %s, and is %s now", t.Shown().Name(), index+1, then, now)
	if t.run.root().o.Strict {
		return &Error{Name: "InterruptMismatchError", Message: message}
	}
	t.run.h.Warn(message + ". It gets the answer nevertheless.")
	return nil
}

// quoted is how many bytes of a question are stored for the comparison.
const quoted = 200

// quote returns the text of a question; for a long question its beginning and a hash.
func (t *Task) quote(value Value) string {
	b, err := t.run.h.Dump(value)
	if err != nil {
		return ""
	}
	text := string(b.Data)
	if len(text) <= quoted {
		return text
	}
	return strings.ToValidUTF8(text[:quoted], "") + fmt.Sprintf("… (%x)", xxh3.HashString(text))
}

// askedBefore returns the question with this id that waited when the run began.
func (a *answering) askedBefore(t *Task, id string) *Interrupt {
	for w := range a.run.pending.of(t.ID()) {
		if in, ok := w.value.(Interrupt); ok && in.ID == id {
			return &in
		}
	}
	return nil
}

// askedSoFar returns the questions to which the stored answers of a task were given.
func (a *answering) askedSoFar(taskID string) []string {
	if len(a.run.pending.list) == 0 || !a.run.pending.indexed().asked {
		return nil
	}
	for w := range a.run.pending.of(checkpoint.SideTaskID(taskID, checkpoint.ChannelAsked, 0)) {
		if asked, ok := w.value.([]string); ok && w.channel == checkpoint.ChannelAsked {
			return asked
		}
	}
	return nil
}

// appendAsked adds the questions to which the answers of t were given.
func appendAsked(all []checkpoint.TaskWrites, t *Task) []checkpoint.TaskWrites {
	if len(t.asked) == 0 || len(t.resumes) == 0 {
		return all
	}
	b, err := jsonBlob(t.asked)
	if err != nil {
		return all
	}
	id := checkpoint.SideTaskID(t.ID(), checkpoint.ChannelAsked, 0)
	return append(all, checkpoint.TaskWrites{TaskID: id, Writes: []checkpoint.PendingWrite{{TaskID: id, Channel: checkpoint.ChannelAsked, Value: b}}})
}

// openQuestions returns the questions that waited when the run was loaded. For a run from an older checkpoint these are
// all questions that were asked there.
func (a *answering) openQuestions() []Interrupt {
	ended, failed, seen := map[string]bool{}, map[string]bool{}, map[string]bool{}
	type resumes struct {
		count int
		again bool
	}
	known := map[string]resumes{} // a task may have many questions
	resumesOf := func(taskID string) resumes {
		n, ok := known[taskID]
		if !ok {
			n = resumes{len(a.answersSoFar(taskID)), a.answersAgain(taskID)}
			known[taskID] = n
		}
		return n
	}
	for _, w := range a.run.pending.list {
		if a.run.travel.past {
			break
		}
		ended[w.taskID] = ended[w.taskID] || !checkpoint.IsSpecial(w.channel)
		failed[w.taskID] = failed[w.taskID] || w.channel == checkpoint.ChannelError
	}
	for _, w := range a.run.pending.list {
		// One that failed with an answer to its last question still has it.
		if in, ok := w.value.(Interrupt); ok && failed[w.taskID] && strings.HasSuffix(in.NS, w.taskID) && in.Index < resumesOf(w.taskID).count {
			seen[in.ID] = true
		}
	}
	var list []Interrupt
	for _, w := range a.run.pending.list {
		if in, ok := w.value.(Interrupt); ok && (!ended[w.taskID] || resumesOf(w.taskID).again) && !(in.ID != "" && seen[in.ID]) {
			seen[in.ID] = true
			list = append(list, in)
		}
	}
	return list
}

// openBeside returns the questions that wait when a run fails: those of tasks that asked in the superstep of the failure,
// and those of an earlier run whose tasks have not come to them again.
func (a *answering) openBeside() []Interrupt {
	var list []Interrupt
	begun := map[string]*Task{} // by namespace: those that have neither ended nor asked, perhaps because the failure ended them
	for _, t := range a.run.tasks {
		if gi := t.interrupted(); gi != nil {
			list = append(list, gi.Interrupts...)
		} else if t.late || t.err == nil && !t.finished {
			begun[t.NS()] = t
		}
	}
	if len(begun) == 0 || a.run.travel.past {
		return list
	}
	stored, err := readStanding(context.WithoutCancel(a.run.ctx), a.run.o.Saver, a.run.o.ThreadID)
	for _, in := range a.openQuestions() {
		if t := taskAround(begun, in.NS); t == nil || t.answer.has(in.ID) {
			continue
		}
		stuck := false
		if err == nil {
			stuck, _ = stored.stuck(in.ID, in.NS)
		}
		if !stuck {
			list = append(list, in)
		}
	}
	return list
}

// taskAround returns the task whose namespace is ns or one around it; nil for none.
func taskAround(tasks map[string]*Task, ns string) *Task {
	for ns != "" {
		if t := tasks[ns]; t != nil {
			return t
		}
		ns = outerOf(ns)
	}
	return nil
}

// checkAnswers refuses answers that belong to no waiting question, or do not fit it, and adds the others to the audit
// log.
func (a *answering) checkAnswers(c *Command) error {
	if a.run.nested {
		return nil
	}
	if a.run.travel.past {
		a.run.audit.note(checkpoint.Event{Kind: checkpoint.EventFork, Text: a.run.cp.id})
	}
	open := a.openQuestions()
	if err := a.timeOut(c, open); err != nil {
		return err
	}
	found := len(c.ResumeByID) == 0
	askedSince, failedBefore := a.askedSince(), sync.OnceValue(a.failedBefore)
	late := make(map[string]bool, len(c.TimedOut))
	for _, id := range c.TimedOut {
		late[id] = true
	}
	for _, in := range open {
		v, ok := c.Resume, c.ResumeByID == nil
		if !ok {
			v, ok = c.ResumeByID[in.ID]
		}
		if !ok {
			continue
		}
		found = true
		if a.answer.has(in.ID) && !a.run.o.AnswerAgain && !askedSince(in.ID) && !failedBefore() && !a.run.travel.past {
			return a.secondAnswer(in.ID) // a task is using the first answer, or will use it after a crash
		}
		if err := a.checkAnswer(in, v, late[in.ID]); err != nil {
			return &Refused{err}
		}
	}
	if found || a.run.travel.past {
		return nil
	}
	for id := range c.ResumeByID {
		err := a.noQuestion(id)
		if second := new(ResolvedError); a.run.o.Strict || a.run.o.Thread || errors.As(err, &second) {
			return err
		}
	}
	return nil // as in LangGraph.js: the questions are asked again
}

// checkAnswer returns an error for an answer that does not fit its question, and adds other answers to the audit log.
func (a *answering) checkAnswer(in Interrupt, v Value, late bool) error {
	if _, none := v.(timedOut); a.run.o.CheckAnswer != nil && !none && !late {
		if err := a.run.o.CheckAnswer(in.Value, v); err != nil {
			return err
		}
	}
	return a.run.auditAnswer(in, v, late)
}

// answersEarly checks an answer that was given before its question was asked, at a breakpoint for example.
func (a *answering) answersEarly(in Interrupt, v Value) error {
	root := a.run.root()
	if root.pending.asks(in.ID) {
		return nil // it was checked when it was given
	}
	return root.answering.checkAnswer(in, v, false)
}

// timeOut gives the questions whose deadlines c applies the answers of their onTimeout.
func (a *answering) timeOut(c *Command, open []Interrupt) error {
	if c.Overdue {
		for _, in := range open {
			if in.Deadline != nil && !a.run.now().Before(in.Deadline.At) {
				c.TimedOut = append(c.TimedOut, in.ID)
			}
		}
		if len(c.TimedOut) == 0 {
			return &Refused{&Error{Name: "NothingOverdue", Message: fmt.Sprintf("no question of thread %q is overdue", a.run.o.ThreadID)}}
		}
	}
	byID := make(map[string]*Interrupt, len(open))
	for i := range open {
		byID[open[i].ID] = &open[i]
	}
	for _, id := range c.TimedOut {
		in := byID[id]
		if in == nil || in.Deadline == nil {
			return a.noQuestion(id)
		}
		if now := a.run.now(); now.Before(in.Deadline.At) {
			return &Refused{fmt.Errorf("question %s is not overdue before %s", id, in.Deadline.At.UTC().Format(time.RFC3339))}
		}
		if c.ResumeByID == nil {
			c.ResumeByID = map[string]Value{}
		}
		c.ResumeByID[id] = in.Deadline.Answer
		if in.Deadline.Fails {
			c.ResumeByID[id] = timedOut{}
		}
	}
	return nil
}

// askedSince returns a function that reports whether a question was asked after the pending answer was given: the answer
// then belongs to another question. Checkpointers of scripts do not store this.
func (a *answering) askedSince() func(id string) bool {
	if a.run.o.JournalInMemory {
		return func(string) bool { return true }
	}
	since := sync.OnceValue(func() map[string]bool {
		ids := map[string]bool{}
		for _, w := range a.run.pending.list[a.storedAt:] {
			if in, ok := w.value.(Interrupt); ok {
				ids[in.ID] = true
			}
		}
		return ids
	})
	return func(id string) bool { return since()[id] }
}

// failedBefore reports whether a task of the superstep failed before this run, so that another answer may help.
func (a *answering) failedBefore() bool {
	for _, w := range a.run.pending.list {
		if w.channel == checkpoint.ChannelError {
			return true
		}
	}
	return false
}

// unused returns the answers by id of an earlier run that was stopped before the tasks had used them. They remain when
// another question is answered. A checkpointer written in JavaScript does not store which answers were used.
func (a *answering) unused(before *answer) (map[string]Value, error) {
	if a.run.o.JournalInMemory || a.run.nested || a.run.travel.past {
		return map[string]Value{}, nil
	}
	askedSince := a.askedSince()
	if !a.mayWait(func(id string) bool { _, ok := before.byID[id]; return ok && !askedSince(id) }) {
		return map[string]Value{}, nil
	}
	ctx := context.WithoutCancel(a.run.ctx)
	root, err := a.run.o.Saver.Get(ctx, checkpoint.Key{ThreadID: a.run.o.ThreadID})
	if err != nil {
		return nil, err
	}
	left := map[string]Value{}
	stored := newStanding(ctx, a.run.o.Saver, root)
	for _, w := range root.Writes {
		if w.Channel != checkpoint.ChannelInterrupt {
			continue
		}
		id, ns, _ := interruptOf(w.Value)
		v, ok := before.byID[id]
		if !ok || askedSince(id) {
			continue
		}
		waits, err := stored.waits(id, ns, false)
		if err != nil {
			return nil, err
		}
		if waits {
			left[id] = v
		}
	}
	return left, nil
}

// mayWait reports whether a question with one of these ids was asked by a task that has not ended: then only the saver
// knows whether it waits.
func (a *answering) mayWait(these func(id string) bool) bool {
	for _, w := range a.run.pending.list {
		in, ok := w.value.(Interrupt)
		if !ok || !these(in.ID) {
			continue
		}
		ended := false
		for of := range a.run.pending.of(w.taskID) {
			ended = ended || !checkpoint.IsSpecial(of.channel)
		}
		if !ended {
			return true
		}
	}
	return false
}

// askedThen returns the id that a question had in the earlier run of an inner graph that is repeated (see repeats): its
// tasks have new ids now. It returns "" if there is no such question, or there are several.
func (a *answering) askedThen(in Interrupt) string {
	if !a.run.travel.repeats() {
		return ""
	}
	ns, id := SharedNS(in.NS), ""
	for _, w := range a.run.root().pending.list {
		then, ok := w.value.(Interrupt)
		if !ok || then.Index != in.Index || SharedNS(then.NS) != ns || then.ID == id {
			continue
		}
		if id != "" {
			return ""
		}
		id = then.ID
	}
	return id
}

// secondAnswer is the error for an answer to a question that was answered.
func (a *answering) secondAnswer(id string) error {
	err := a.noQuestion(id)
	if second := new(ResolvedError); errors.As(err, &second) {
		return err
	}
	return &Refused{&ResolvedError{ThreadID: a.run.o.ThreadID, Interrupt: id}}
}

// noQuestion is the error for an answer to a question that does not wait.
func (a *answering) noQuestion(id string) error {
	if log, ok := a.run.o.Saver.(checkpoint.AuditLog); ok {
		if found, id, err := log.FindAnswer(context.WithoutCancel(a.run.ctx), a.run.o.ThreadID, id); err == nil && found != nil {
			return &Refused{Resolved(found, id)}
		}
	}
	return &Refused{&Error{Name: "InterruptNotFoundError", Message: fmt.Sprintf(
		"thread %q has no question %s that waits: it was answered or discarded, or belongs to another thread", a.run.o.ThreadID, id)}}
}

// Resolved is the error for a second answer to the question with this id, e the entry of the first.
func Resolved(e *checkpoint.AuditEntry, id string) *ResolvedError {
	err := &ResolvedError{ThreadID: e.ThreadID, Interrupt: id, By: e.By, At: e.At}
	for _, ev := range e.Events {
		err.TimedOut = err.TimedOut || ev.Interrupt == id && ev.Kind == checkpoint.EventTimeout
	}
	return err
}

// conflict is the error of a run whose answer came just after somebody else's.
func (a *answering) conflict(c *Command) error {
	for id := range c.ResumeByID {
		return a.secondAnswer(id)
	}
	for _, in := range a.openQuestions() {
		return a.secondAnswer(in.ID)
	}
	return &Refused{&ResolvedError{ThreadID: a.run.o.ThreadID}}
}
