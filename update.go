// This file changes the state of threads from outside.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
)

// Update says how to change the state of a thread.
type Update struct {
	// Values are what a node would have returned, as JSON; nil is nothing. AsNode is the node that counts as their
	// author: it decides which nodes come next. "" is the node that ran last. "__end__" without Values discards all
	// tasks that come next.
	Values json.RawMessage
	AsNode string
	// Steps are several supersteps of updates, instead of Values and AsNode.
	Steps [][]StateUpdate
	// CheckpointID is the checkpoint to change; "" is the newest. NS is the namespace of an inner graph; "" is the
	// outermost graph.
	CheckpointID, NS string
	// Script and Graph are for a thread that has not run yet; other threads use those that they are pinned to.
	Script *Script
	Graph  string
	// By says who changes the state, From says from where; both go into the audit log.
	By, From string
}

// StateUpdate is what one node would have written.
type StateUpdate struct {
	Values json.RawMessage
	AsNode string
	// Goto makes a Command of it, which goes to nodes beside those that come next: a node name or {"node", "input"}, or
	// a list of them. Values may be a list of pairs of a channel and a value then. nil is no Command.
	Goto json.RawMessage
}

// Update changes the state of a thread, and returns the id of the new checkpoint. It discards the questions of the
// thread: the nodes that come next ask again when the thread is resumed, for example by Start without an input. If no
// node comes next, the thread is done. No node runs, but reducers of the script do.
//
// Errors are ErrNoThread for a thread or a checkpoint that does not exist, ErrBusy, ErrInput, ErrBounds, ErrNoGraph for
// a thread that has not run if u.Script is nil, and those that IsInvalidUpdate reports.
func (s *Store) Update(ctx context.Context, threadID string, u Update) (string, error) {
	id, err := s.update(ctx, threadID, u)
	return notified(s, ctx, id, err)
}

// Fork copies an older checkpoint, makes the copy the newest checkpoint of the thread, and returns its id. Start
// without an input continues from there. by says who forks, for the audit log. Errors are as in Update.
func (s *Store) Fork(ctx context.Context, threadID, checkpointID, by string) (string, error) {
	if checkpointID == "" {
		return "", errorf(ErrInput, "the id of the checkpoint to fork is missing")
	}
	return s.Update(ctx, threadID, Update{AsNode: "__copy__", CheckpointID: checkpointID, By: by})
}

func (s *Store) update(ctx context.Context, threadID string, u Update) (string, error) {
	steps := u.Steps
	if steps == nil {
		steps = [][]StateUpdate{{{Values: u.Values, AsNode: u.AsNode}}}
	}
	call := jsapi.UpdateCall{Saver: s.only(threadID, nil), Key: checkpoint.Key{ThreadID: threadID, NS: u.NS, ID: u.CheckpointID}, By: u.By, From: u.From}
	if call.From == "" {
		call.From = "go"
	}
	for _, step := range steps {
		var list []jsapi.StateUpdate
		for _, one := range step {
			for _, given := range []json.RawMessage{one.Values, one.Goto} {
				if err := checkGiven("the update", given, s.limitsOf(u.Script)); err != nil {
					return "", err
				}
			}
			list = append(list, jsapi.StateUpdate(one))
		}
		call.Steps = append(call.Steps, list)
	}
	if err := checkNames(u.By, u.From); err != nil {
		return "", err
	}
	release, err := s.lease(ctx, threadID)
	if err != nil {
		return "", err
	}
	defer release()
	script, graph, err := s.updateScript(ctx, threadID, &u, &call)
	if err != nil {
		return "", err
	}
	in, err := script.lease(ctx)
	if err != nil {
		return "", err
	}
	sound := false
	defer func() { script.release(in, sound) }()
	name, err := in.choose(ctx, graph)
	if err == nil && u.Script != nil {
		var grants Grants
		if grants, err = retain(script.o.Permissions); err == nil {
			call.Pin, err = s.storeScript(ctx, script, in, name, grants)
		}
	}
	if err != nil {
		return "", err
	}
	id, err := in.updateState(ctx, call)
	sound = err == nil
	return id, err
}

// updateScript returns the script, and the name of its graph, with which the state of a thread is changed.
func (s *Store) updateScript(ctx context.Context, threadID string, u *Update, call *jsapi.UpdateCall) (*Script, string, error) {
	t, err := s.thread(ctx, threadID)
	switch {
	case errors.Is(err, ErrNoThread) && u.Script != nil:
		return u.Script, u.Graph, checkThreadID(threadID)
	case err != nil:
		return nil, "", err
	}
	call.RunID = t.RunID
	if t.Script.Hash == "" {
		if u.Script == nil {
			return nil, "", errorf(ErrNoGraph, "thread %q has not run: it has no graph yet whose state could be changed",
				threadID)
		}
		return u.Script, u.Graph, nil
	}
	u.Script = nil
	if u.CheckpointID != "" {
		if _, err := s.saver.Get(brief(ctx), call.Key); errors.Is(err, checkpoint.ErrNotFound) {
			return nil, "", errorf(ErrNoThread, "thread %q has no checkpoint %q", threadID, u.CheckpointID)
		}
	}
	script, info, err := s.threadScript(ctx, t)
	return script, info.Graph, err
}

// CopyThread is CopyThreadBy with by "" and from "go".
func (s *Store) CopyThread(ctx context.Context, threadID, id string) error {
	return s.CopyThreadBy(ctx, threadID, id, "", "go")
}

// CopyThreadBy copies a thread to a new one: its checkpoints, its questions, its script and its metadata, but not its
// entries in the audit log or its events. The log of the copy begins with an entry of the kind checkpoint.EventCopy; by and from
// are who makes the copy, and from where. id is the id of the copy: ErrThreadExists if it exists, ErrInput if it is ""
// or threadID, ErrBounds as in Start. A copy that fails, or whose ctx ends, is deleted. If the process dies during the copy, the next Open of the
// store deletes it.
func (s *Store) CopyThreadBy(ctx context.Context, threadID, id, by, from string) error {
	if err := checkNames(by, from); err != nil {
		return err
	}
	if id == "" || id == threadID {
		return errorf(ErrInput, "the copy of a thread needs an id of its own")
	}
	if err := checkThreadID(id); err != nil {
		return err
	}
	err := s.copyThread(ctx, threadID, id, checkpoint.Audit{By: by, From: from, Events: []checkpoint.Event{{Kind: checkpoint.EventCopy}}})
	_, err = notified(s, ctx, struct{}{}, err)
	return err
}

// copyingKind is the kind of the document that a copy of a thread has until it is whole.
const copyingKind = "copying"

// removeUnfinished deletes the copies of threads whose process has died before they were whole.
func (s *Store) removeUnfinished(ctx context.Context) error {
	removed := 0
	for d, err := range s.db.EachDocument(ctx, sqlite.DocumentFilter{Kind: copyingKind}) {
		if err != nil {
			return err
		}
		switch err := s.deleteOne(ctx, sqlite.Removal{ThreadID: d.Key, From: "copy"}); {
		case err == nil:
			removed++
		case !errors.Is(err, ErrBusy) && !errors.Is(err, ErrNoThread): // it is being copied
			return err
		}
	}
	if removed == 0 {
		return nil
	}
	return s.db.Erase(ctx)
}

func (s *Store) copyThread(ctx context.Context, threadID, id string, audit checkpoint.Audit) error {
	for _, one := range []string{threadID, id} {
		release, err := s.lease(ctx, one)
		if err != nil {
			return err
		}
		defer release()
	}
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return err
	}
	begins := &sqlite.Change{Threads: []sqlite.NewThread{{ID: id, Meta: t.Meta}}, Put: []sqlite.Document{{Kind: copyingKind, Key: id, ThreadID: id}}}
	if err := s.db.Write(ctx, begins); err != nil {
		if errors.Is(err, sqlite.ErrThreadExists) {
			return errorf(ErrThreadExists, "there is a thread %q already", id)
		}
		return err
	}
	c := &copying{s.saver, sqlite.Removal{ThreadID: id, By: audit.By, From: audit.From}}
	if err = checkpoint.CopyThread(ctx, c, threadID, id); err != nil {
		_, removed := s.db.Remove(context.WithoutCancel(ctx), c.removal) // if no checkpoint was committed
		return errors.Join(err, removed, s.db.Erase(context.WithoutCancel(ctx)))
	}
	b := checkpoint.Batch{Key: checkpoint.Key{ThreadID: id}, Thread: &checkpoint.ThreadUpdate{Status: t.Status, Interrupts: t.Interrupts, Error: t.Error}, Audit: &audit}
	if t.Status == checkpoint.StatusRunning {
		b.Thread.Status = checkpoint.StatusInterrupted // nobody runs the copy
	}
	if t.Script.Hash != "" {
		b.Pin = &checkpoint.Pin{Script: &checkpoint.Script{Hash: t.Script.Hash}, Info: t.Script.Info}
	}
	if err = s.saver.Commit(ctx, b); err == nil {
		err = s.db.Write(ctx, &sqlite.Change{Delete: []sqlite.DocumentName{{Kind: copyingKind, Key: id}}})
	}
	if err != nil {
		err = errors.Join(err, c.DeleteThread(context.WithoutCancel(ctx), id), s.db.Erase(context.WithoutCancel(ctx)))
	}
	return err
}

// copying is a saver that a thread is copied with. A copy that fails is removed with the names for the audit log.
type copying struct {
	saver
	removal sqlite.Removal
}

// DeleteThread implements checkpoint.Saver.
func (c *copying) DeleteThread(ctx context.Context, _ string) error {
	_, err := c.saver.Remove(ctx, c.removal)
	return err
}
