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
	// Discard gives the input to a thread that waits for an answer, and discards its questions.
	Discard bool
	// Update changes the state, and Goto says where the thread goes on: the name of a node, {"node", "input"}, or a list
	// of these. With one of them there is no Input; questions are left alone by an Update, and given up where Goto goes on elsewhere.
	Update, Goto json.RawMessage
	// Upgrade lets a thread go on without an input with a script of another version than
	// the one it is pinned to, and pins it to that; see Answer.Upgrade.
	Upgrade bool
	RunOptions
}

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
