// This file has runs from an older checkpoint: where they begin, what graphs inside of them begin with, and whether
// their questions are asked again.

package runtime

import (
	"context"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// travel says how a run goes back. The zero value is a run from the newest checkpoint.
type travel struct {
	replay  bool            // it runs from a checkpoint that was asked for
	past    bool            // that is not the newest one
	back    bool            // runs in its tasks begin with what their namespaces had at that time
	named   bool            // of an inner graph: CheckpointMap of the outermost run names its checkpoint
	backTo  string          // of the outermost run that goes back: the id of the checkpoint
	revived map[string]bool // of the outermost run that goes back: the inner graphs that have begun with what they had
}

// findCheckpoint loads the checkpoint to run from. The first run of an inner graph in a run that
// goes back to an older checkpoint starts from what its namespace had at that time, and takes its input.
func (r *Run) findCheckpoint() (*checkpoint.Tuple, error) {
	key := checkpoint.Key{ThreadID: r.o.ThreadID, NS: r.ns, ID: r.o.CheckpointID}
	if r.nested && key.ID == "" {
		key.ID = r.root().o.CheckpointMap[r.ns]
		r.travel.named = key.ID != ""
	}
	if key.ID == "" && r.nested && r.travel.back && r.root().travel.revives(r.ns) {
		r.resuming = false
		before := r.root().travel.backTo
		for tuple, err := range r.o.Saver.List(r.ctx, key, checkpoint.ListOptions{Before: before, Limit: 1}) {
			return tuple, err
		}
		return nil, checkpoint.ErrNotFound
	}
	if key.ID == "" && r.o.Recent != nil && !r.nested {
		return r.recall(key)
	}
	return r.o.Saver.Get(context.WithoutCancel(r.ctx), key) // a run that is cancelled before it begins retains its input
}

// repeats reports whether an inner graph runs once more from its beginning, for an answer that was given at an older checkpoint:
// what it asks is what it asked then.
func (r *Run) repeats() bool {
	root := r.root()
	return r.nested && root.travel.past && root.answers()
}

// goBack decides what runs of inner graphs begin with: if this run travels, or has an answer for an older checkpoint,
// with what they had then; else with what they have now.
func (r *Run) goBack(travelling bool) {
	r.travel.back = travelling || r.travel.past
	r.travel.backTo = r.replayedID()
}

// replayedID returns the id of the checkpoint that the outermost run goes back to.
func (r *Run) replayedID() string {
	if (r.cp.meta.Source == checkpoint.SourceUpdate || r.cp.meta.Source == checkpoint.SourceFork) && r.cp.parentID != "" {
		return r.cp.parentID
	}
	return r.cp.id
}

// revives reports whether a run of an inner graph is the first one since the outermost run went back. Its namespace
// counts without the id of its task.
func (t *travel) revives(ns string) bool {
	if i := strings.LastIndexByte(ns, ':'); i >= 0 {
		ns = ns[:i]
	}
	if t.revived[ns] {
		return false
	}
	if t.revived == nil {
		t.revived = map[string]bool{}
	}
	t.revived[ns] = true
	return true
}

// forgetAnswers lets the questions of a replayed checkpoint be asked again. An answer that the outermost run was started with
// is for them.
func (r *Run) forgetAnswers() {
	if !r.root().answers() {
		r.answer = nil
	}
	var kept []pendingWrite
	for _, w := range r.pending.list {
		if w.channel != checkpoint.ChannelResume && w.channel != checkpoint.ChannelInterrupt {
			kept = append(kept, w)
		}
	}
	r.pending.set(kept)
}

// atHead reports whether the run starts from the newest checkpoint of its thread.
func (r *Run) atHead() bool {
	if r.o.Saver == nil || r.o.FromInner || r.cp.meta.Source == checkpoint.SourceUpdate || r.cp.meta.Source == checkpoint.SourceFork {
		return false
	}
	return r.newest(r.cp.id)
}

// newest reports whether the newest checkpoint of the thread has this id.
func (r *Run) newest(id string) bool {
	newest, err := r.o.Saver.Get(r.ctx, checkpoint.Key{ThreadID: r.o.ThreadID, NS: r.ns})
	return err == nil && newest.Checkpoint.ID == id
}
