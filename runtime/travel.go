// This file has runs from an older checkpoint: where they begin, what graphs inside of them begin with, and whether
// their questions are asked again.

package runtime

import (
	"context"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// travel describes a run from an older checkpoint. The zero value is a run from the newest one.
type travel struct {
	run     *Run
	replay  bool            // it runs from a requested checkpoint
	past    bool            // that is not the newest one
	back    bool            // runs in its tasks begin with what their namespaces had at that time
	named   bool            // of an inner graph: CheckpointMap of the outermost run names its checkpoint
	backTo  string          // of the outermost run that goes back: the id of the checkpoint
	revived map[string]bool // of the outermost run that goes back: the inner graphs that have begun with what they had
}

// findCheckpoint loads the checkpoint to run from. In a run from an older checkpoint, the first run of an inner graph
// starts from the checkpoint that its namespace had at that time, and gets its input.
func (t *travel) findCheckpoint() (*checkpoint.Tuple, error) {
	key := checkpoint.Key{ThreadID: t.run.o.ThreadID, NS: t.run.ns, ID: t.run.o.CheckpointID}
	if t.run.nested && key.ID == "" {
		key.ID = t.run.root().o.CheckpointMap[t.run.ns]
		t.named = key.ID != ""
	}
	if key.ID == "" && t.run.nested && t.back && t.run.root().travel.revives(t.run.ns) {
		t.run.answering.resuming = false
		before := t.run.root().travel.backTo
		for tuple, err := range t.run.o.Saver.List(t.run.ctx, key, checkpoint.ListOptions{Before: before, Limit: 1}) {
			return tuple, err
		}
		return nil, checkpoint.ErrNotFound
	}
	if key.ID == "" && t.run.o.Recent != nil && !t.run.nested {
		return t.run.recall(key)
	}
	return t.run.o.Saver.Get(context.WithoutCancel(t.run.ctx), key) // a run that is cancelled before it begins retains its input
}

// repeats reports whether an inner graph runs again from its beginning, for an answer that was given at an older
// checkpoint: it asks the same questions as then.
func (t *travel) repeats() bool {
	root := t.run.root()
	return t.run.nested && root.travel.past && root.answers()
}

// goBack decides where runs of inner graphs begin: if this run is from an older checkpoint, or has an answer for one,
// at the checkpoints of that time; otherwise at their newest ones.
func (t *travel) goBack(travelling bool) {
	t.back = travelling || t.past
	t.backTo = t.replayedID()
}

// replayedID returns the id of the checkpoint that the outermost run goes back to.
func (t *travel) replayedID() string {
	if (t.run.cp.meta.Source == checkpoint.SourceUpdate || t.run.cp.meta.Source == checkpoint.SourceFork) && t.run.cp.parentID != "" {
		return t.run.cp.parentID
	}
	return t.run.cp.id
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

// forgetAnswers lets the questions of a replayed checkpoint be asked again. An answer that the outermost run was
// started with is for them.
func (t *travel) forgetAnswers() {
	if !t.run.root().answers() {
		t.run.answering.answer = nil
	}
	var others []pendingWrite
	for _, w := range t.run.pending.list {
		if w.channel != checkpoint.ChannelResume && w.channel != checkpoint.ChannelInterrupt {
			others = append(others, w)
		}
	}
	t.run.pending.set(others)
}

// atHead reports whether the run starts from the newest checkpoint of its thread.
func (t *travel) atHead() bool {
	if t.run.o.Saver == nil || t.run.o.FromInner || t.run.cp.meta.Source == checkpoint.SourceUpdate || t.run.cp.meta.Source == checkpoint.SourceFork {
		return false
	}
	return t.newest(t.run.cp.id)
}

// newest reports whether the newest checkpoint of the thread has this id.
func (t *travel) newest(id string) bool {
	newest, err := t.run.o.Saver.Get(t.run.ctx, checkpoint.Key{ThreadID: t.run.o.ThreadID, NS: t.run.ns})
	return err == nil && newest.Checkpoint.ID == id
}
