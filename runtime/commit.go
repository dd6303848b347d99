// This file stores what a run did: checkpoints, pending writes, the status of the thread.

package runtime

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

func (r *Run) key() checkpoint.Key {
	return checkpoint.Key{ThreadID: r.o.ThreadID, NS: r.ns, ID: r.cp.id}
}

// takeEvents returns what the next commit adds to the audit log, nil for nothing.
func (r *Run) takeEvents() *checkpoint.Audit {
	if len(r.audit.events) == 0 {
		return nil
	}
	a := &checkpoint.Audit{By: r.o.By, From: r.o.From, Events: r.audit.events}
	r.audit.events = nil
	return a
}

// pin adds to b, the next batch of the run, the pin of the thread to its script. A batch that has only a failure does
// not begin a run, and does not change the pin.
func (r *Run) pin(b *checkpoint.Batch) {
	if r.o.Pin == nil || b.Checkpoint == nil && len(b.Writes) == 0 && b.Thread != nil && b.Thread.Status == checkpoint.StatusError {
		return
	}
	b.Pin, r.o.Pin = r.o.Pin, nil
	if r.o.PinChange != "" && r.audit.on {
		r.audit.events = slices.Insert(r.audit.events, 0, checkpoint.Event{Kind: checkpoint.EventScript, Text: r.o.PinChange})
	}
	if r.o.PinGrants != "" && r.audit.on {
		r.audit.events = append(r.audit.events, checkpoint.Event{Kind: checkpoint.EventGrants, Text: r.o.PinGrants})
	}
}

// stores reports whether each superstep is stored when it ends.
func (r *Run) stores() bool { return r.o.Saver != nil && r.o.Durability != Exit }

// putCheckpoint makes a new checkpoint of the current state, and stores it with the writes of the tasks that led to it.
func (r *Run) putCheckpoint(source string) error {
	b := checkpoint.Batch{Key: r.key(), Sync: r.o.Durability == Sync}
	if r.stores() {
		var err error
		if source == checkpoint.SourceLoop || source == checkpoint.SourceUpdate && r.o.WriteAll && r.cp.exists {
			if b.Writes, err = r.dumpTasks(r.allTasks()); err != nil {
				return err
			}
			b.Outside = haveResults(b.Writes)
			b.Forget, r.journals = r.journals, nil
			for _, t := range r.allTasks() {
				if t.journal != nil {
					b.Forget = append(b.Forget, t.journal.sideIDs...)
				}
			}
		}
	}
	r.newCheckpoint(source)
	r.written = 0
	if !r.stores() {
		return nil
	}
	var err error
	if b.Checkpoint, err = r.checkpointOf(source); err != nil && source == checkpoint.SourceInput && r.command == nil {
		return r.unstorable("the input", err)
	} else if err != nil {
		return err
	}
	r.commits.done = false
	switch {
	case r.updates && r.state.ended():
		b.Thread = r.status(checkpoint.ThreadUpdate{Status: checkpoint.StatusDone})
	case r.updates: // the thread stops here and asks nothing
		b.Thread = r.status(checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted})
	case source != checkpoint.SourceLoop:
		b.Thread = r.status(checkpoint.ThreadUpdate{Status: checkpoint.StatusRunning})
	case len(r.state.live) == 0 && !r.nested && !r.g.wired: // nothing comes next: the end is reported after this commit
		b.Thread = r.status(checkpoint.ThreadUpdate{Status: checkpoint.StatusDone})
		b.Sync = r.o.Durability <= Sync
		r.commits.done = b.Thread != nil
	}
	r.auditCheckpoint(source)
	if r.deferBatch(b) {
		return nil
	}
	return r.commitNow(&b)
}

// storeWrites adds the writes that led to the checkpoint to its metadata.
func (r *Run) storeWrites(source string) error {
	var fields []Field
	switch source {
	case checkpoint.SourceInput:
		fields = []Field{{StartNode, r.input}}
	default:
		fields = r.updatesByNode()
	}
	data := []byte("null")
	if len(fields) > 0 {
		b, err := r.h.Dump(r.h.Object(fields))
		if err != nil {
			return err
		}
		data = b.Data
	}
	if r.cp.meta.Extra == nil {
		r.cp.meta.Extra = map[string]json.RawMessage{}
	}
	r.cp.meta.Extra["writes"] = data
	return nil
}

// updatesByNode returns what the tasks of the superstep wrote, by node: a list for a node with several tasks.
func (r *Run) updatesByNode() []Field {
	var fields []Field
	updates := map[string][]Value{}
	for _, t := range r.tasks {
		if t.hidden() {
			continue
		}
		name := t.node.Name
		if updates[name] == nil {
			fields = append(fields, Field{name, nil})
			updates[name] = []Value{}
		}
		if v, ok := r.stream.updateOf(t); ok {
			updates[name] = append(updates[name], v)
		}
	}
	for i, f := range fields {
		switch all := updates[f.Name]; len(all) {
		case 0:
		case 1:
			fields[i].Value = all[0]
		default:
			fields[i].Value = r.h.Array(all)
		}
	}
	return fields
}

// newCheckpoint gives the current state the id of a new checkpoint.
func (r *Run) newCheckpoint(source string) {
	old := r.cp
	r.cp = cpState{id: r.newID(r.step), meta: checkpoint.Metadata{Source: source, Step: r.step}}
	r.cp.parentID = old.parentID
	if old.exists {
		r.cp.parentID = old.id
	}
	r.cp.meta.Parents = r.parents()
	if id := r.RunID(); id != "" && source != checkpoint.SourceUpdate {
		r.addExtra(checkpoint.ExtraRun, id)
	}
	if answered := r.lastAnswer(); answered != "" && r.nested {
		r.addExtra(extraAnswer, answered)
	}
	r.cp.exists = r.stores()
	r.step++
}

// addExtra adds a text to the metadata of the current checkpoint.
func (r *Run) addExtra(key, text string) {
	if r.cp.meta.Extra == nil {
		r.cp.meta.Extra = map[string]json.RawMessage{}
	}
	r.cp.meta.Extra[key], _ = json.Marshal(text)
}

// lastAnswer returns the id of the last answer that was used in this namespace.
func (r *Run) lastAnswer() string {
	if r.answering.answer != nil && r.answering.answer.used {
		r.answering.answered = r.answering.answer.uid
	}
	return r.answering.answered
}

// Around returns the current checkpoints of the run and of the runs around it, by namespace.
func (r *Run) Around() map[string]string {
	all := map[string]string{r.ns: r.cp.id}
	for p := r.o.Parent; p != nil; p = p.run.o.Parent {
		all[p.run.ns] = p.run.cp.id
	}
	return all
}

func (r *Run) parents() map[string]string {
	if !r.nested {
		return r.around
	}
	parents := map[string]string{}
	for p := r.o.Parent; p != nil; p = p.run.o.Parent {
		parents[p.run.ns] = p.run.cp.id
	}
	return parents
}

// checkpointOf returns the checkpoint to store, with the writes that led to it if the options request them.
func (r *Run) checkpointOf(source string) (*checkpoint.Checkpoint, error) {
	if r.o.Old {
		if err := r.storeWrites(source); err != nil {
			return nil, err
		}
	}
	return r.dumpCheckpoint()
}

// dumpCheckpoint returns the checkpoint with the values that changed since the one before.
func (r *Run) dumpCheckpoint() (*checkpoint.Checkpoint, error) {
	cp := &checkpoint.Checkpoint{ID: r.cp.id, ParentID: r.cp.parentID, CreatedAt: r.now(), Metadata: r.cp.meta}
	if err := r.state.dump(cp); err != nil {
		return nil, err
	}
	return cp, nil
}

func (r *Run) now() time.Time {
	if r.o.Now != nil {
		return r.o.Now()
	}
	return time.Now()
}

// dumpTasks returns the writes of tasks that are not stored yet.
func (r *Run) dumpTasks(tasks []*Task) ([]checkpoint.TaskWrites, error) {
	var all []checkpoint.TaskWrites
	for _, t := range tasks {
		if t.stored || t.cached || !t.finished && t.interrupted() == nil {
			continue
		}
		tw, err := r.dumpTask(t)
		if err == nil {
			err = r.addWritten(t, tw.Writes)
		}
		if err != nil {
			return nil, err
		}
		if len(tw.Writes) > 0 {
			all = append(all, tw)
		}
		if !t.finished || t.err != nil {
			all = appendAsked(all, t)
			if all, err = t.journal.appendUnstored(all); err != nil {
				return nil, err
			}
		}
		t.stored = true
	}
	if r.o.WriteAll { // questions are written as they are asked
		rank := func(w checkpoint.TaskWrites) int {
			if len(w.Writes) > 0 && w.Writes[0].Channel == checkpoint.ChannelInterrupt {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(all, func(a, b checkpoint.TaskWrites) int { return rank(a) - rank(b) })
	}
	return all, nil
}

// dumpTask returns what to store about a task that ended: its writes, its question with the answers so far, or its
// error.
func (r *Run) dumpTask(t *Task) (checkpoint.TaskWrites, error) {
	tw := checkpoint.TaskWrites{TaskID: t.ID()}
	add := func(channel string, b checkpoint.Blob, err error) error {
		if err != nil {
			return err
		}
		tw.Writes = append(tw.Writes, checkpoint.PendingWrite{TaskID: tw.TaskID, Channel: channel, Value: b})
		return nil
	}
	if t.waits() {
		return tw, r.dumpAnswers(t, add)
	}
	if gi := t.interrupted(); gi != nil {
		for _, in := range gi.Interrupts {
			question, b, err := dumpInterrupt(r.h, in)
			if err := add(checkpoint.ChannelInterrupt, b, err); err != nil {
				return tw, err
			}
			r.auditQuestion(in, question)
		}
		return tw, r.dumpAnswers(t, add)
	}
	tw.Writes = make([]checkpoint.PendingWrite, 0, len(t.writes))
	if r.o.WriteAll && t.err == nil {
		for range t.resumes { // each interrupt() writes all of them
			if err := r.dumpAnswers(t, add); err != nil {
				return tw, err
			}
		}
	}
	for _, w := range t.writes {
		if r.g.untracked(w.channel) {
			continue
		}
		if err := add(r.dumpWrite(t, w)); err != nil {
			return tw, err
		}
	}
	if t.err == nil || IsBubbleUp(t.err) {
		return tw, nil
	}
	name, message := describe(t.err)
	b, err := jsonBlob(storedError{Message: message, Name: name})
	if err := add(checkpoint.ChannelError, b, err); err != nil {
		return tw, err
	}
	if t.handled {
		b, err := jsonBlob(t.node.Name)
		if err := add(checkpoint.ChannelErrorSource, b, err); err != nil {
			return tw, err
		}
	}
	return tw, r.dumpAnswers(t, add)
}

// dumpWrite returns the name of the channel of a write, and the value.
func (r *Run) dumpWrite(t *Task, w write) (channel string, b checkpoint.Blob, err error) {
	switch {
	case w.channel == chReturn:
		channel = checkpoint.ChannelReturn
		if b, err = r.h.Dump(w.value); err != nil {
			err = fmt.Errorf("what task %s returned: %w", t.node.Name, err)
		}
	case w.channel < 0:
		channel, b = checkpoint.ChannelNoWrites, checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("null")}
	default:
		channel = r.g.channels[w.channel].name
		if b, err = r.state.channels[w.channel].dumpWrite(r.h, w.value); err != nil {
			err = fmt.Errorf("node %s, channel %s: %w", t.node.Name, channel, err)
		}
	}
	return channel, b, err
}

// dumpAnswers adds the answers that a task got so far, for its next run.
func (r *Run) dumpAnswers(t *Task, add func(string, checkpoint.Blob, error) error) error {
	if len(t.resumes) == 0 {
		return nil
	}
	b, err := dumpResumes(r.h, t.resumes)
	return add(checkpoint.ChannelResume, b, err)
}

// dumpUse adds to writes that the answer was used, with the answers of the running tasks that used it. A run inside of
// a running task stores the use itself: the outer run does not mark the answer as used until that task ends.
func (r *Run) dumpUse(writes []checkpoint.TaskWrites) ([]checkpoint.TaskWrites, error) {
	all := writes
	for _, t := range r.allTasks() {
		if t.answer == nil || t.finished || t.err != nil {
			continue
		}
		if t.answer.in {
			return writes, nil
		}
		if t.answer.own {
			tw := checkpoint.TaskWrites{TaskID: t.ID()}
			b, err := dumpResumes(r.h, t.resumes)
			if err != nil {
				return nil, err
			}
			tw.Writes = []checkpoint.PendingWrite{{TaskID: tw.TaskID, Channel: checkpoint.ChannelResume, Value: b}}
			all = appendAsked(append(all, tw), t)
		}
	}
	tw, err := r.dumpNull()
	return append(all, tw), err
}

// commitTasks stores the writes of ended tasks while others still run, or because the superstep cannot be completed
// now.
func (r *Run) commitTasks(status *checkpoint.ThreadUpdate, sync bool) error {
	if !r.stores() {
		return nil
	}
	writes, err := r.dumpTasks(r.allTasks())
	if err != nil {
		return err
	}
	if used := r.pausedAfterAnswer(); len(writes) == 0 && status == nil && !used {
		return nil
	}
	if r.answering.answer != nil && r.answering.answer.used {
		if writes, err = r.dumpUse(writes); err != nil {
			return err
		}
	}
	return r.commitNow(&checkpoint.Batch{Key: r.key(), Writes: writes, Outside: haveResults(writes), Thread: status, Sync: sync && r.o.Durability <= Sync})
}

// pausedAfterAnswer reports whether the run used its answer and stopped at a breakpoint of an inner graph, and marks the
// answer as used: the questions are still among the pending writes of this graph, but the next answer is no second answer
// to them.
func (r *Run) pausedAfterAnswer() bool {
	a := r.answering.answer
	if r.nested || a == nil || !slices.ContainsFunc(r.tasks, func(t *Task) bool { return t.interrupted() != nil }) {
		return false
	}
	if a.byID != nil && len(r.questions()) == 0 {
		a.used = !slices.ContainsFunc(slices.Collect(maps.Keys(a.byID)), func(id string) bool { return !r.pending.asks(id) })
	}
	return a.used
}

// haveResults reports whether writes have the result of a child task: its function is not called again.
func haveResults(writes []checkpoint.TaskWrites) bool {
	for i := range writes {
		for j := range writes[i].Writes {
			if writes[i].Writes[j].Channel == checkpoint.ChannelReturn {
				return true
			}
		}
	}
	return false
}

// commitStatus stores a new status of the thread.
func (r *Run) commitStatus(s checkpoint.Status) error {
	if !r.o.Thread || !r.stores() || r.command != nil {
		return nil
	}
	return r.commitNow(&checkpoint.Batch{Key: r.key(), Thread: &checkpoint.ThreadUpdate{Status: s, RunID: r.o.RunID}})
}

// passing reports whether a successful run stores nothing: a run of an inner graph that stores only how it ended, and
// that no later run continues.
func (r *Run) passing() bool {
	return r.nested && r.o.Durability == Exit && strings.Contains(r.ns, ":")
}

// commitExit stores the only checkpoint of a run with DurabilityExit.
func (r *Run) commitExit(status *checkpoint.ThreadUpdate) error {
	if r.o.Saver == nil || r.o.Durability != Exit {
		return nil
	}
	if r.cp.exists && r.cp.id == r.loaded { // it replaces the checkpoint that was loaded, and contains all of its values
		r.state.dumpWhole()
	}
	cp, err := r.dumpCheckpoint()
	if err != nil {
		return err
	}
	r.cp.exists = true
	b := checkpoint.Batch{Key: r.key(), Checkpoint: cp, Thread: status, Sync: true}
	if b.Writes, err = r.dumpTasks(r.allTasks()); err != nil {
		return err
	}
	return r.commitNow(&b)
}
