// This file starts and resumes threads.

package hitlrun

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// Start says how to start a thread.
type Start struct {
	// ThreadID names the thread; "" has one chosen.
	ThreadID string
	// Input is the input of the graph, JSON. nil on a thread that exists goes on where
	// it stands, after a crash for example; on a new thread it is an error.
	Input json.RawMessage
	// Graph is the name of the export that is the compiled graph. "" stands for
	// "graph", then "default", then "agent", then the only one there is. An agent of createAgent is a graph, too.
	Graph string
	// Metadata is merged into the metadata of the thread as SetMetadata does, and stored with the input: who lists threads finds the
	// thread by it from the beginning. It needs an Input; nil changes nothing.
	Metadata json.RawMessage
	// Discard has an input given to a thread that waits for an answer; its questions are given up.
	Discard bool
	// Update changes the state, and Goto says where the thread goes on: the name of a node, {"node", "input"}, or a list
	// of these. With one of them there is no Input; questions are left alone by an Update, and given up where Goto goes on elsewhere.
	Update, Goto json.RawMessage
	// Upgrade lets a thread go on without an input with a script of another version than
	// the one it is pinned to, and pins it to that; see Answer.Upgrade.
	Upgrade bool
	RunOptions
}

// Answer says how to resume a thread.
type Answer struct {
	// Value is the answer, JSON. nil goes on with a thread that asks nothing: one that
	// stopped before or after a node, failed, or lost its process. On a thread whose
	// node failed with the answer it had, a value takes the place of that answer.
	Value json.RawMessage
	// Interrupt is the id of the question, or the beginning of one; needed if several wait.
	Interrupt string
	// Values are answers to several questions at once, by their ids, in place of Value: all are taken or none.
	Values map[string]json.RawMessage
	// Replace lets an answer with an Interrupt take the place of the one that a node failed with:
	// else it comes second, and gets ErrResolved.
	Replace bool
	// Update changes the state together with the answer: a JSON object of channels and values. Goto is that of Start.
	Update, Goto json.RawMessage
	// Script is what to go on with; nil is the script that the thread is pinned to. One
	// with the same Hash is run as it is. One with another Hash is ErrScript without Upgrade.
	Script *Script
	// Upgrade pins the thread to Script, from this run on. It is refused with ErrScript, and
	// the thread stays as it is, if Script does not export the graph or if that
	// does not have the nodes at which the thread stopped.
	Upgrade bool
	RunOptions

	timedOut []string // ids of questions whose deadlines are applied
	recovers bool     // only if the thread still is lost
}

// RunOptions are common to Start and Answer.
type RunOptions struct {
	// By is who starts the thread or answers, From is from where: for the audit log, and
	// for whoever answers second. From is "go" if it is empty.
	By, From string
	// Strict fails a node that asks something else than what its answer was given to;
	// else there is a warning.
	Strict bool
	// RecursionLimit is how many supersteps the run may take; 0 is 25.
	RecursionLimit int
	// OnUpdate gets what each node wrote, {"node": {…}}, once it is stored. ns is the
	// namespace of the graph inside of which it happened, empty for the outermost.
	OnUpdate func(ns []string, update json.RawMessage)

	// RunID is the id of the run; "" has one chosen.
	RunID string
	// Modes are those of Run.Chunks. Subgraphs includes the chunks of graphs inside of the graph.
	Modes     []Mode
	Subgraphs bool
	// Config is what nodes find in their config: a JSON object with configurable, metadata, tags and context.
	Config json.RawMessage
	// CheckpointID has the run go on from an older checkpoint: it makes a branch of the history, whose end is where the
	// thread stands then.
	CheckpointID string
	// InterruptBefore and InterruptAfter are nodes to stop before and after; "*" is all of them.
	InterruptBefore, InterruptAfter []string
}

// from is where it comes from, for the audit log.
func (o *RunOptions) from() string {
	if o.From == "" {
		return "go"
	}
	return o.From
}

// Status is the state of a thread, as text.
type Status string

// The states of a thread.
const (
	StatusRunning     Status = Status(checkpoint.StatusRunning)     // "running": a run works on it, or its process is gone (Thread.Lost)
	StatusInterrupted Status = Status(checkpoint.StatusInterrupted) // "interrupted": it waits for answers, or stands at a breakpoint
	StatusDone        Status = Status(checkpoint.StatusDone)        // "done": it takes a new input
	StatusError       Status = Status(checkpoint.StatusError)       // "error": it failed, and can go on where it stands
)

// storedStatuses returns states as the store has them.
func storedStatuses(all []Status) []checkpoint.Status {
	if all == nil {
		return nil
	}
	list := make([]checkpoint.Status, len(all))
	for i, status := range all {
		list[i] = checkpoint.Status(status)
	}
	return list
}

// Result is where a thread stands.
type Result struct {
	ThreadID   string          `json:"thread_id"`
	Status     Status          `json:"status"`
	Values     json.RawMessage `json:"values"`         // the state, plain JSON
	Interrupts []Interrupt     `json:"interrupts"`     // the questions that wait for an answer
	Next       []string        `json:"next,omitempty"` // the nodes that come next
	Error      string          `json:"error,omitempty"`
	// Lost says of StatusRunning that nobody works on the thread, see Thread.Lost.
	Lost bool `json:"lost,omitempty"`
	// Grants are the permissions that the thread retains of its start; nil for none.
	Grants Grants `json:"grants,omitempty"`
}

// Interrupt is a question that waits for an answer.
type Interrupt struct {
	ID    string          `json:"id"`
	Value json.RawMessage `json:"value"`
	Node  string          `json:"node"`
	// Deadline is when the question ends by itself; nil for never.
	Deadline *time.Time `json:"deadline,omitempty"`
}

// NewThreadID returns an id for a new thread.
func NewThreadID() string { return "thread-" + strings.ToLower(rand.Text()[:12]) }

// Start runs the graph of script on a thread until it ends or waits, and pins the thread to the script. The result is stored when
// Start returns, and survives a power cut.
//
// An input begins anew: any script takes it. Without one a thread goes on in the middle of its work, and only with the version of the
// script that it is pinned to: another one is ErrScript, unless o.Upgrade says that it is meant. A nil script is the pinned one.
//
// What is refused changes nothing, and gives an error and no Result: ErrInput, ErrBounds, ErrNoGraph, ErrWaiting for an input to a thread
// that waits, ErrNoThread where there is nothing to go on with, ErrBusy at once if another run works on the thread. A run that fails
// returns an error, an *Error if the script threw, and a Result with StatusError: the thread can go on.
//
// ctx is that of the run. When it ends the run does, with the error of ctx; the thread stands where its last superstep ended, with
// StatusRunning, and Recover, or Resume without a value, goes on with it.
func (s *Store) Start(ctx context.Context, script *Script, o Start) (*Result, error) {
	res, err := s.start(ctx, script, o)
	return notified(s, ctx, res, err)
}

func (s *Store) start(ctx context.Context, script *Script, o Start) (*Result, error) {
	p, err := s.prepareStart(ctx, script, o)
	if err != nil {
		return nil, err
	}
	return p.run(ctx)
}

// prepareStart returns the run that Start does, if nothing speaks against it.
func (s *Store) prepareStart(ctx context.Context, script *Script, o Start) (_ *prepared, err error) {
	defer func() { s.refused(ctx, o.ThreadID, &o.RunOptions, err) }()
	if err := o.valid(script, s.limitsOf(script)); err != nil {
		return nil, err
	}
	if o.ThreadID == "" {
		o.ThreadID = NewThreadID()
	}
	release, err := s.lease(ctx, o.ThreadID)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			release()
		}
	}()
	t, err := s.mayStart(ctx, o)
	if err != nil {
		return nil, err
	}
	script, pin, err := s.startScript(ctx, t, script, &o)
	if err != nil {
		return nil, err
	}
	in, err := script.lease(ctx)
	if err != nil {
		return nil, err
	}
	name, err := in.choose(ctx, o.Graph)
	if err == nil {
		err = in.checkInput(o.Input)
	}
	var p pinned
	if err == nil {
		p, err = pin(in, name)
	}
	if err == nil && o.Metadata != nil {
		err = p.addMetadata(t, o.Metadata)
	}
	if err != nil {
		script.release(in, true)
		return nil, err
	}
	call := jsapi.GraphCall{
		Saver: s.only(o.ThreadID), ThreadID: o.ThreadID, Input: o.Input, Update: o.Update, Goto: o.Goto,
		Script: script.version(), Pin: p.pin, PinChange: p.change, PinGrants: p.grants,
	}
	o.fill(&call)
	return &prepared{s, release, script, in, name, call}, nil
}

// valid returns what is wrong with o, whatever thread it is for.
func (o *Start) valid(script *Script, limits Limits) error {
	if o.Metadata != nil {
		if err := checkMetadata(o.Metadata, limits); err != nil {
			return err
		}
	}
	switch {
	case script == nil && (o.ThreadID == "" || o.Upgrade):
		return errors.New("there is no script to start")
	case o.Metadata != nil && o.Input == nil:
		return errorf(ErrInput, "metadata is stored with an input, and there is none: use SetMetadata")
	case o.Input != nil && (o.Update != nil || o.Goto != nil):
		return errors.New("a run has an input, or a command with an update or where to go, and not both")
	}
	return errors.Join(checkValue("the input", o.Input, limits), o.RunOptions.check(limits),
		checkGiven("the update", o.Update, limits), checkGiven("where to go", o.Goto, limits))
}

// commands reports whether the run begins with a command that is no answer.
func (o *Start) commands() bool { return o.Update != nil || o.Goto != nil }

// mayStart returns the thread, nil if there is none yet.
func (s *Store) mayStart(ctx context.Context, o Start) (*sqlite.Thread, error) {
	t, err := s.thread(ctx, o.ThreadID)
	switch {
	case errors.Is(err, ErrNoThread):
		if o.Input == nil {
			return nil, errorf(ErrNoThread, "there is no thread %q to go on with, and no input to start it", o.ThreadID)
		}
		return nil, checkThreadID(o.ThreadID)
	case err != nil:
		return nil, err
	case t.Status == checkpoint.StatusInterrupted && o.Input != nil && !o.Discard && o.CheckpointID == "":
		return nil, errorf(ErrWaiting, "thread %q waits for an answer: resume it, or discard its questions", o.ThreadID)
	case o.CheckpointID != "" || o.commands():
		return t, s.begun(ctx, o.ThreadID)
	case t.Status == checkpoint.StatusInterrupted && o.Input == nil && len(t.Interrupts) > 0:
		return nil, errorf(ErrWaiting, "thread %q waits for an answer: resume it with one", o.ThreadID)
	case o.Input == nil:
		return t, s.begun(ctx, o.ThreadID)
	}
	return t, nil
}

// begun returns an error if nothing is stored of a thread but its script: its process was
// gone before its first superstep.
func (s *Store) begun(ctx context.Context, threadID string) error {
	_, err := s.saver.Get(ctx, checkpoint.Key{ThreadID: threadID})
	if errors.Is(err, checkpoint.ErrNotFound) {
		return errorf(ErrNoThread, "thread %q was not begun, and its input is not kept: start it once more with it", threadID)
	}
	return err
}

// Resume answers a question of a thread, and runs its graph until it ends or waits again. The script is the one that the thread is pinned
// to, unless a has another. Without a value it goes on with a thread that asks nothing: see Answer.Value.
//
// An answer is applied once. It is refused, and the question still waits, with ErrAnswer (*AnswerError) where it does not fit the schema
// of the question, and ErrChoose (*ChooseError) where it could be for several. A question that was answered gives ErrResolved
// (*ResolvedError), a thread that asks nothing ErrNotWaiting, one without a value that asks ErrWaiting. Else errors, the Result and ctx are
// those of Start.
func (s *Store) Resume(ctx context.Context, threadID string, a Answer) (*Result, error) {
	res, err := s.resume(ctx, threadID, a)
	return notified(s, ctx, res, err)
}

func (s *Store) resume(ctx context.Context, threadID string, a Answer) (*Result, error) {
	p, err := s.prepareResume(ctx, threadID, a)
	if err != nil {
		return nil, err
	}
	return p.run(ctx)
}

// prepareResume returns the run that Resume does, if nothing speaks against it.
func (s *Store) prepareResume(ctx context.Context, threadID string, a Answer) (_ *prepared, err error) {
	defer func() { s.refused(ctx, threadID, &a.RunOptions, err) }()
	if err := a.valid(s.limitsOf(a.Script)); err != nil {
		return nil, err
	}
	if _, err := s.thread(ctx, threadID); err != nil {
		return nil, err
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
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return nil, err
	}
	call := jsapi.GraphCall{Saver: s.only(threadID), ThreadID: threadID, Update: a.Update, Goto: a.Goto}
	a.fill(&call)
	if err := s.chooseQuestion(ctx, t, a, &call); err != nil {
		return nil, err
	}
	script, info, err := s.goingOn(ctx, t, a.Script, a.Upgrade)
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
	return &prepared{s, release, script, in, info.Graph, call}, nil
}

// valid returns what is wrong with a, whatever thread it is for.
func (a *Answer) valid(limits Limits) error {
	all := limits
	for id, value := range a.Values {
		if err := checkValue("the answer to "+id, value, all); err != nil {
			return err
		}
		if most := all.InputMost(); most >= 0 { // together they have no more than one may have
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
	if a.timedOut != nil {
		if call.TimedOut = overdue(questions(t), a.timedOut); call.TimedOut == nil {
			return errorf(ErrNotWaiting, "thread %q has no question any more whose deadline has passed", t.ID)
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
	if t.Status == checkpoint.StatusError || t.Status == checkpoint.StatusRunning {
		return s.goOn(ctx, t, a, call)
	}
	var ids []string
	for _, in := range t.Interrupts {
		ids = append(ids, in.ID)
	}
	if t.Status != checkpoint.StatusInterrupted {
		return errorf(ErrNotWaiting, "thread %q does not wait for an answer: its status is %s", t.ID, t.Status)
	}
	if len(ids) == 0 {
		if a.Value != nil || a.Interrupt != "" || a.Update != nil {
			return errorf(ErrNotWaiting, "thread %q stopped at a breakpoint and asks nothing: resume it without a value", t.ID)
		}
		return nil
	}
	if a.Value == nil {
		return errorf(ErrWaiting, "thread %q waits for an answer: give one", t.ID)
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
		return choose(t.ID, questions(t))
	case len(found) == 1:
		call.ResumeByID = map[string]json.RawMessage{found[0]: a.Value}
	default:
		call.Resume = a.Value
	}
	return nil
}

// goOn lets a thread go on that failed, or whose process is gone.
func (s *Store) goOn(ctx context.Context, t *sqlite.Thread, a Answer, call *jsapi.GraphCall) error {
	switch {
	case a.Value == nil && a.Interrupt == "" && a.Update == nil:
		return s.begun(ctx, t.ID)
	case t.Status == checkpoint.StatusError:
		return errorf(ErrNotWaiting, "thread %q failed and asks nothing: resume it without a value to try again", t.ID)
	}
	return errorf(ErrNotWaiting, "thread %q does not wait for an answer, its process is gone: resume it without a value to go on", t.ID)
}

// threadScript brings back the script of a thread.
func (s *Store) threadScript(ctx context.Context, t *sqlite.Thread) (*Script, scriptInfo, error) {
	info, err := readScriptInfo(t)
	if err != nil {
		return nil, info, err
	}
	o := s.o.Script
	if o.Permissions, err = s.permissions(t.ID, info, o.Permissions); err != nil {
		return nil, info, err
	}
	key := t.Script.Hash + " " + info.Profile
	if s.o.UseGrants {
		key += " " + string(info.Grants)
	}
	if script := s.scripts.get(key); script != nil {
		return script, info, nil
	}
	kept, err := s.db.Script(ctx, t.Script.Hash)
	if err != nil {
		return nil, info, fmt.Errorf("thread %q: bring back its script: %w", t.ID, err)
	}
	o.Profile = info.Profile
	script, err := newScript(info.Path, bundle.Kept(kept.Code, kept.Map, info.Hash, info.Path, func() []bundle.Part { return readParts(kept.Info) }), o)
	if err != nil {
		return nil, info, err
	}
	s.scripts.put(key, script)
	return script, info, nil
}

// run runs the graph, gives the instance back, and says where the thread stands.
func (s *Store) run(ctx context.Context, script *Script, in instance, call jsapi.GraphCall) (*Result, error) {
	ctx, ended := s.watched(ctx, call.ThreadID)
	defer ended()
	runErr := invoke(ctx, script, in, call)
	var cancelled *CancelError
	if errors.As(context.Cause(ctx), &cancelled) && runErr != nil {
		runErr = cancelled
		if err := s.noteCancelled(call.ThreadID, call.RunID); err != nil {
			runErr = errors.Join(runErr, err)
		}
	} else if runErr != nil && ctx.Err() == nil {
		if err := s.noteFailure(call.ThreadID, call.RunID, runErr); err != nil {
			runErr = errors.Join(runErr, err)
		}
	}
	res, err := s.state(context.WithoutCancel(ctx), call.ThreadID)
	if runErr != nil {
		if err != nil {
			res = nil
		}
		return res, runErr
	}
	return res, err
}

// invoke runs the graph and gives the instance back, also if a function of the program panics.
func invoke(ctx context.Context, script *Script, in instance, call jsapi.GraphCall) error {
	sound := false
	defer func() { script.release(in, sound) }()
	err := in.invoke(ctx, call)
	sound = err == nil
	return err
}

// noteFailure stores that a run failed, where the run could not do so itself: a
// limit stopped it, or something that it had left behind.
func (s *Store) noteFailure(threadID, runID string, runErr error) error {
	ctx := context.Background()
	if checkpoint.IsOutage(runErr) && !threw(runErr) {
		return nil // that is no failure of the thread: it can go on when the store can be written to
	}
	t, err := s.thread(ctx, threadID)
	if err != nil || t.Status != checkpoint.StatusRunning {
		return nil // the thread was not made yet
	}
	message := runErr.Error()
	return s.saver.Commit(ctx, checkpoint.Batch{
		Key:    checkpoint.Key{ThreadID: threadID},
		Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusError, Error: message, RunID: runID},
		Sync:   true,
	})
}

// shorten returns the beginning of data, for messages.
func shorten(data []byte) string {
	const most = 60
	if len(data) > most {
		return string(data[:most]) + "…"
	}
	return string(data)
}
