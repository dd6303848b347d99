// This file starts threads.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
)

// Start says how to start a thread.
type Start struct {
	// ThreadID names the thread; "" chooses a new id.
	ThreadID string
	// Input is the input of the graph, as JSON. nil resumes an existing thread where it stopped, after a crash for
	// example; on a new thread nil is an error.
	Input json.RawMessage
	// Graph is the name of the export that is the compiled graph. "" stands for "graph", then "default", then "agent",
	// then the only graph that the script exports. An agent of createAgent is a graph, too.
	Graph string
	// Metadata is merged into the metadata of the thread as SetMetadata does. It is stored together with the input, so
	// a ThreadFilter finds the thread by it from the beginning. It needs an Input. nil and null change nothing.
	Metadata json.RawMessage
	// Existing refuses an input for a thread that does not exist (ErrNoThread), instead of making the thread.
	Existing bool
	// Discard allows an input for a thread that waits for an answer: its questions are discarded.
	Discard bool
	// Update changes the state, and Goto names the nodes that run next: the name of a node, {"node", "input"}, or a
	// list of these. With either of them Input must be nil. An Update does not change which questions wait; a Goto to
	// other nodes discards them.
	Update, Goto json.RawMessage
	// Upgrade allows a Start without an input to resume the thread with another version of its script than the pinned
	// one, and pins the thread to that version; see Answer.Upgrade.
	Upgrade bool
	RunOptions
}

// Start runs the graph of script on a thread until it ends or waits, and pins the thread to the script. When Start
// returns, the result is stored and survives a power cut.
//
// With an input the graph starts from its beginning, with any script. Without an input Start resumes the thread in the
// middle of its work, with the version of the script that it is pinned to: another version gives ErrScript, unless
// o.Upgrade is set. A nil script is the pinned one.
//
// A Start that is refused changes nothing, and returns an error and no Result: ErrInput, ErrBounds, ErrNoGraph,
// ErrWaiting for an input to a thread that waits, ErrNoThread if there is neither an input nor a thread, ErrBusy at
// once if another run works on the thread. A run that fails returns an error, an *Error if the script threw, and a
// Result with StatusError: the thread can be resumed.
//
// When ctx ends, the run ends with the error of ctx. The thread is then where its last superstep ended, with
// StatusRunning; Recover, or Resume without a value, continues it.
func (s *Store) Start(ctx context.Context, script *Script, o Start) (*Result, error) {
	p, err := s.prepareStart(ctx, script, o)
	if err != nil {
		return notified[*Result](s, ctx, nil, err)
	}
	return p.run(ctx)
}

// prepareStart checks o, and returns the run that Start begins.
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
	if err == nil && fieldsOrNil(o.Metadata) != nil {
		err = p.addMetadata(t, o.Metadata)
	}
	if err != nil {
		script.release(in, true)
		return nil, err
	}
	call := jsapi.GraphCall{
		Saver: s.only(o.ThreadID, nil), ThreadID: o.ThreadID, Input: o.Input, Update: o.Update, Goto: o.Goto,
		Script: script.version(), Pin: p.pin, PinChange: p.change, PinGrants: p.grants,
	}
	o.fill(&call)
	return &prepared{s, release, script, in, name, call, o.OnOutage, o.MostValues}, nil
}

// valid returns what is wrong with o for any thread; nil if nothing is.
func (o *Start) valid(script *Script, limits Limits) error {
	if o.Metadata != nil {
		if err := checkMetadata(o.Metadata, limits); err != nil {
			return err
		}
	}
	switch {
	case script == nil && (o.ThreadID == "" || o.Upgrade):
		return errors.New("there is no script to start")
	case fieldsOrNil(o.Metadata) != nil && o.Input == nil:
		return errorf(ErrInput, "metadata is stored with an input, and there is none: use SetMetadata")
	case o.Input != nil && (o.Update != nil || o.Goto != nil):
		return errors.New("a run has an input, or a command with an update or where to go, and not both")
	}
	return errors.Join(checkValue("the input", o.Input, limits), o.RunOptions.check(limits),
		checkGiven("the update", o.Update, limits), checkGiven("where to go", o.Goto, limits))
}

// commands reports whether the run begins with a command that is not an answer.
func (o *Start) commands() bool { return o.Update != nil || o.Goto != nil }

// mayStart checks that the thread accepts the start, and returns it; nil if it does not exist yet.
func (s *Store) mayStart(ctx context.Context, o Start) (*sqlite.Thread, error) {
	t, err := s.thread(ctx, o.ThreadID)
	switch {
	case errors.Is(err, ErrNoThread) && o.Existing:
		return nil, err
	case errors.Is(err, ErrNoThread):
		if o.Input == nil {
			return nil, advisef(ErrNoThread, "Start.Input", "there is no thread %q to resume, and no input to start it", o.ThreadID)
		}
		if o.CheckpointID != "" {
			return nil, o.noCheckpoint()
		}
		return nil, checkThreadID(o.ThreadID)
	case err != nil:
		return nil, err
	case t.Status == checkpoint.StatusInterrupted && o.Input != nil && !o.Discard && o.CheckpointID == "":
		return nil, advisef(ErrWaiting, "Start.Discard", "thread %q waits for an answer: resume it, or discard its questions", o.ThreadID)
	case o.CheckpointID != "":
		if _, err := s.saver.Get(ctx, checkpoint.Key{ThreadID: o.ThreadID, ID: o.CheckpointID}); !errors.Is(err, checkpoint.ErrNotFound) {
			return t, err
		}
		return nil, o.noCheckpoint()
	case o.commands():
		return t, s.begun(ctx, o.ThreadID)
	case t.Status == checkpoint.StatusInterrupted && o.Input == nil && len(t.Interrupts) > 0:
		return nil, errorf(ErrWaiting, "thread %q waits for an answer: resume it with one", o.ThreadID)
	case o.Input == nil:
		return t, s.begun(ctx, o.ThreadID)
	}
	return t, nil
}

func (o *Start) noCheckpoint() error {
	return errorf(ErrInput, "thread %q has no checkpoint %q", o.ThreadID, shorten([]byte(o.CheckpointID)))
}

// begun returns an error if only the script of a thread is stored: its process died before the first superstep.
func (s *Store) begun(ctx context.Context, threadID string) error {
	_, err := s.saver.Get(ctx, checkpoint.Key{ThreadID: threadID})
	if errors.Is(err, checkpoint.ErrNotFound) {
		return advisef(ErrNoThread, "Start.Input",
			"the process of thread %q ended before its input was stored: start the thread again with its input", threadID)
	}
	return err
}
