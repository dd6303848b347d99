// This file answers questions, and resumes threads that stopped.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
)

// Answer says how to resume a thread.
type Answer struct {
	// Value is the answer, as JSON. nil resumes a thread that asks nothing: one that stopped before or after a node,
	// failed, or lost its process. On a thread whose node did not end with its answer, a value replaces that answer.
	Value json.RawMessage
	// Interrupt is the id of the question, or the beginning of the id. It is needed if several questions wait.
	Interrupt string
	// Values are answers to several questions by their ids, instead of Value. All of them are applied, or none.
	Values map[string]json.RawMessage
	// Replace allows an answer with an Interrupt to replace the one that a node did not end with: it failed, the run was
	// stopped, or its process is gone. Without it a second answer gives ErrResolved.
	Replace bool
	// Update changes the state together with the answer: a JSON object of channels and values. Goto is as in Start.
	Update, Goto json.RawMessage
	// Script is the script to run; nil is the script that the thread is pinned to. A script with another Hash gives
	// ErrScript, unless Upgrade is set.
	Script *Script
	// Upgrade pins the thread to Script, from this run on. It is refused with ErrScript, and
	// the thread stays as it is, if Script does not export the graph or if that
	// does not have the nodes at which the thread stopped.
	Upgrade bool
	// OnScriptChange, if not nil, is called with the result of ScriptChange if there is a change and Script is nil. If
	// it returns nil, Resume runs the pinned script; otherwise Resume returns its error and changes nothing. It is called
	// on the goroutine of the caller of Resume or BeginResume, which have the thread by then: others get ErrBusy.
	OnScriptChange func(*ScriptChange) error
	// TimedOut are ids of questions whose deadlines are applied, instead of an answer: each of them gets the answer of its
	// onTimeout, or its interrupt() throws an InterruptTimeoutError. Those that were answered meanwhile, or whose deadline has
	// not passed, are left out; if no other is left, the error is ErrNotWaiting. Sweep does this for all threads; a program that has a
	// queue of its own for runs finds them with ThreadFilter.Overdue.
	TimedOut []string
	RunOptions

	recovers bool // only if the thread is still lost
}

// Resume answers a question of a thread, and runs its graph until it ends or waits again. It runs the script that the
// thread is pinned to, unless a has another. Without a value it resumes a thread that asks nothing: see Answer.Value.
//
// An answer is applied exactly once. These errors refuse it, and change nothing: ErrAnswer (*AnswerError) if it does
// not fit the schema of the question, ErrChoose (*ChooseError) if it could belong to several questions, ErrResolved
// (*ResolvedError) if the question was answered before, ErrNotWaiting if the thread asks nothing. Without a value, a
// thread that asks gives ErrWaiting, except after a cancelled run: see Stopped. Other errors, the Result and ctx are as in Start.
func (s *Store) Resume(ctx context.Context, threadID string, a Answer) (*Result, error) {
	p, err := s.prepareResume(ctx, threadID, a)
	if err != nil {
		return notified[*Result](s, ctx, nil, err)
	}
	return p.run(ctx)
}

// prepareResume checks a, and returns the run that Resume begins.
func (s *Store) prepareResume(ctx context.Context, threadID string, a Answer) (_ *prepared, err error) {
	defer func() { s.refused(ctx, threadID, &a.RunOptions, err) }()
	if err := a.valid(s.limitsOf(a.Script)); err != nil {
		return nil, err
	}
	if threadID == "" {
		return nil, errorf(ErrNoThread, "a thread id is needed")
	}
	release, err := s.lease(ctx, threadID)
	if errors.Is(err, ErrBusy) && a.Interrupt != "" {
		if first := s.resolved(ctx, threadID, a.Interrupt); first != nil {
			return nil, first
		}
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			release()
		}
	}()
	t, row, err := s.db.ThreadRow(ctx, threadID)
	if err != nil {
		return nil, noThread(threadID, err)
	}
	call := jsapi.GraphCall{Saver: s.only(threadID, row), ThreadID: threadID, Update: a.Update, Goto: a.Goto}
	a.fill(&call)
	if err := s.chooseQuestion(ctx, t, a, &call); err != nil {
		return nil, err
	}
	if err := s.reportChange(ctx, t, &a); err != nil {
		return nil, err
	}
	script, info, err := s.resumedScript(ctx, t, a.Script, a.Upgrade)
	if err != nil {
		return nil, err
	}
	if err := s.noteWidening(ctx, t, info, script, &a.RunOptions); err != nil {
		return nil, err
	}
	call.Script = script.version()
	in, err := script.lease(ctx)
	if err != nil {
		return nil, err
	}
	_, err = in.choose(ctx, info.Graph)
	if a.Upgrade {
		var p pinned
		p, err = s.upgrade(ctx, t, script, in, info.Graph, err)
		call.Pin, call.PinChange = p.pin, p.change
	}
	if err != nil {
		script.release(in, true)
		return nil, err
	}
	return &prepared{s, release, script, in, info.Graph, call, a.OnOutage, a.MostValues}, nil
}

// reportChange calls a.OnScriptChange if the file of the thread's script has changed.
func (s *Store) reportChange(ctx context.Context, t *sqlite.Thread, a *Answer) error {
	if a.OnScriptChange == nil || a.Script != nil {
		return nil
	}
	change, err := s.changeOf(ctx, t)
	if change == nil || err != nil {
		return err
	}
	return a.OnScriptChange(change)
}

// valid returns what is wrong with a for any thread; nil if nothing is.
func (a *Answer) valid(limits Limits) error {
	if a.TimedOut != nil && (a.Value != nil || a.Values != nil || a.Interrupt != "" || a.Replace || a.Update != nil || a.Goto != nil || a.CheckpointID != "") {
		return errors.New("deadlines (Answer.TimedOut) are applied without an answer, an update, where to go or a checkpoint")
	}
	all := limits
	for id, value := range a.Values {
		if err := checkValue("the answer to "+id, value, all); err != nil {
			return err
		}
		if most := all.InputMost(); most >= 0 { // all answers together have the bound of one
			all.InputBytes = max(1, most-int64(len(value)))
		}
	}
	return errors.Join(checkValue("the answer", a.Value, limits), a.RunOptions.check(limits),
		checkGiven("the update", a.Update, limits), checkGiven("where to go", a.Goto, limits))
}

// chooseQuestion finds the question that the answer is for.
func (s *Store) chooseQuestion(ctx context.Context, t *sqlite.Thread, a Answer, call *jsapi.GraphCall) error {
	if a.recovers && t.Status != checkpoint.StatusRunning {
		return errNotLost
	}
	if a.TimedOut != nil {
		if call.TimedOut = overdue(questions(t), a.TimedOut); call.TimedOut == nil {
			return errorf(ErrNotWaiting, "thread %q has no question left whose deadline has passed", t.ID)
		}
		return nil
	}
	if a.CheckpointID != "" && (a.Value != nil || a.Values != nil) {
		return s.answerCheckpoint(ctx, t, a, call)
	}
	if a.Values != nil {
		return s.answerSeveral(ctx, t, a, call)
	}
	if found, err := s.answerAgain(ctx, t, a, call); found || err != nil {
		return err
	}
	if err := s.answeredBefore(ctx, t, a); err != nil {
		return err
	}
	waiting := questions(t)
	if a.Value == nil && a.Interrupt == "" && a.Update == nil {
		if stopped, err := s.stopped(ctx, t); stopped || err != nil {
			return err
		}
	}
	beside := t.Status == checkpoint.StatusError && len(waiting) > 0 && (a.Interrupt != "" || a.Value != nil)
	if t.Status != checkpoint.StatusInterrupted && !beside {
		return s.continueThread(ctx, t, a)
	}
	return chooseWaiting(t, waiting, a, call)
}

// chooseWaiting finds the question that the answer is for among those that wait.
func chooseWaiting(t *sqlite.Thread, waiting []Interrupt, a Answer, call *jsapi.GraphCall) error {
	var ids []string
	for _, in := range waiting {
		ids = append(ids, in.ID)
	}
	if len(ids) == 0 {
		if a.Value != nil || a.Interrupt != "" || a.Update != nil {
			return errorf(ErrNotWaiting, "thread %q stopped at a breakpoint and asks nothing: resume it without a value",
				t.ID)
		}
		return nil
	}
	if a.Value == nil {
		return advisef(ErrWaiting, "Answer.Value", "thread %q waits for an answer: give one", t.ID)
	}
	var found []string
	for _, id := range ids {
		if id != "" && strings.HasPrefix(id, a.Interrupt) {
			found = append(found, id)
		}
	}
	switch {
	case a.Interrupt != "" && len(found) == 0:
		return errorf(ErrNotWaiting, "thread %q has no question %q; waiting: %s", t.ID, a.Interrupt, strings.Join(ids, ", "))
	case a.Interrupt != "" && len(found) > 1, a.Interrupt == "" && len(ids) > 1:
		return choose(t.ID, waiting)
	case len(found) == 1:
		call.ResumeByID = map[string]json.RawMessage{found[0]: a.Value}
	default:
		call.Resume = a.Value
	}
	return nil
}

// continueThread resumes a thread that failed, or whose process is gone.
func (s *Store) continueThread(ctx context.Context, t *sqlite.Thread, a Answer) error {
	switch {
	case t.Status == checkpoint.StatusDone:
		return errorf(ErrNotWaiting, "thread %q does not wait for an answer: its status is %s", t.ID, t.Status)
	case a.Value == nil && a.Interrupt == "" && a.Update == nil:
		return s.begun(ctx, t.ID)
	case t.Status == checkpoint.StatusError:
		return errorf(ErrNotWaiting, "thread %q failed and asks nothing: resume it without a value to try again", t.ID)
	}
	return advisef(ErrNotWaiting, "Answer.Replace",
		"thread %q does not wait for an answer, its process is gone: resume it without a value, or name the question whose answer is to be replaced", t.ID)
}
