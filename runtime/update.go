// This file changes the state of a thread from outside, as if a node had written.

package runtime

import (
	"context"
	"errors"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// StateUpdate is a change of the state.
type StateUpdate struct {
	Values Value // what the node would have returned; nil for nothing
	AsNode string
	// HasNode says that AsNode was given.
	HasNode bool
}

// UpdateState makes a new checkpoint of key's, with what u says written as
// AsNode's update: its edges and branches decide what comes next. Of o, IDs, Now
// and KeepWrites count. done is told
// the key of the new checkpoint.
func (g *Graph) UpdateState(ctx context.Context, h Host, s checkpoint.Saver, key checkpoint.Key, u StateUpdate, o Options, done func(checkpoint.Key, error)) {
	r := &Run{g: g, h: h, ctx: ctx, ns: key.NS, o: o}
	r.o.Saver, r.o.ThreadID, r.out = s, key.ThreadID, g.output
	up := &update{r: r, u: u, key: key, done: done}
	if err := up.begin(); err != nil {
		done(checkpoint.Key{}, err)
	}
}

type update struct {
	r    *Run
	u    StateUpdate
	key  checkpoint.Key
	task *Task
	done func(checkpoint.Key, error)
}

func (up *update) begin() error {
	r := up.r
	if up.key.ThreadID == "" {
		return errNoThread("checkpoint")
	}
	tuple, err := r.o.Saver.Get(r.ctx, up.key)
	if err != nil && !errors.Is(err, checkpoint.ErrNotFound) {
		return err
	}
	if err := r.load(tuple); err != nil {
		return err
	}
	r.step = max(r.step, 0)
	if tuple == nil {
		r.step = 0
	}
	if up.u.Values == nil && !up.u.HasNode {
		return up.commit(checkpoint.SourceUpdate)
	}
	if up.u.HasNode && up.u.AsNode == EndNode && up.u.Values == nil {
		return up.clear()
	}
	if up.u.HasNode && up.u.AsNode == "__copy__" {
		return up.copy(tuple)
	}
	if up.u.HasNode && up.u.AsNode == "__input__" {
		if err := r.apply(nil, []write{{r.g.start, up.u.Values}}); err != nil {
			return err
		}
		return up.commit(checkpoint.SourceInput)
	}
	if err := up.applyPending(tuple); err != nil {
		return err
	}
	return up.write()
}

// applyPending puts the writes of tasks that are done into the state that is updated.
func (up *update) applyPending(tuple *checkpoint.Tuple) error {
	if tuple == nil || up.key.ID != "" || len(up.r.pending) == 0 {
		return nil
	}
	r := up.r
	if null := r.nullWrites(); len(null) > 0 {
		if err := r.apply(nil, null); err != nil {
			return err
		}
		r.knowUpdated = false
	}
	tasks, err := r.plan()
	if err != nil {
		return err
	}
	var finished []*Task
	for _, t := range tasks {
		if _, err := r.taskState(t, true, StateOptions{}); err != nil {
			return err
		}
		if len(t.writes) > 0 {
			finished = append(finished, t)
		}
	}
	if len(finished) == 0 {
		return nil
	}
	return r.apply(finished, nil)
}

// clear gives up the tasks that the thread still has.
func (up *update) clear() error {
	r := up.r
	tasks, err := r.plan()
	if err != nil {
		return err
	}
	for _, t := range tasks {
		if _, err := r.taskState(t, true, StateOptions{}); err != nil {
			return err
		}
	}
	if err := r.apply(tasks, r.nullWrites()); err != nil {
		return err
	}
	return up.commit(checkpoint.SourceUpdate)
}

// copy makes a checkpoint beside the one that key names, with the same state.
func (up *update) copy(tuple *checkpoint.Tuple) error {
	if tuple == nil {
		return errInvalidUpdate("Cannot copy a non-existent checkpoint")
	}
	up.r.cp.id = tuple.Checkpoint.ParentID
	up.r.cp.exists = up.r.cp.id != ""
	up.r.cp.parentID = ""
	clear(up.r.kept)
	clear(up.r.stored) // all values are written again: the copy has another parent
	return up.commit(checkpoint.SourceFork)
}

// write writes the values as a task of the node would.
func (up *update) write() error {
	r := up.r
	n, err := up.node()
	if err != nil {
		return err
	}
	t := r.newTask(n, n.trigger, -1, nil)
	space, _ := checkpoint.ParseUUID(r.cp.id)
	t.id = uuid5(append(space[:], checkpoint.ChannelInterrupt...))
	up.task = t
	r.tasks = []*Task{t}
	r.running = 1
	r.phase = phaseLoop
	out := Output{Null: true}
	if up.u.Values != nil {
		if out, err = r.h.Updates(r.g, n.Name, up.u.Values); err != nil {
			return err
		}
	}
	calls := r.nodeSettled(settled{t, -1, out, nil})
	for _, c := range calls {
		result := c.Done
		c.Done = func(out Output, err error) {
			result(out, err)
			r.h.Defer(up.settle)
		}
	}
	r.pumping = true // the run has no loop of its own
	if len(calls) > 0 {
		r.h.Start(calls)
		return nil
	}
	return up.finish()
}

// settle takes what branches returned.
func (up *update) settle() {
	r := up.r
	for _, s := range r.inbox {
		r.branchSettled(s)
	}
	r.inbox = nil
	if r.running > 0 || up.done == nil {
		return
	}
	if err := up.finish(); err != nil {
		up.tell(checkpoint.Key{}, err)
	}
}

func (up *update) finish() error {
	r := up.r
	if up.task.err != nil {
		return up.task.err
	}
	// The update is no run of the node: its trigger stays unseen.
	if err := r.apply(nil, up.task.writes); err != nil {
		return err
	}
	if err := r.forgetLive(up.task); err != nil {
		return err
	}
	return up.commit(checkpoint.SourceUpdate)
}

// forgetLive empties the triggers that the update did not write: the tasks that
// waited for them are replaced by those of the update.
func (r *Run) forgetLive(t *Task) error {
	written := map[int]bool{}
	for _, w := range t.writes {
		written[w.channel] = true
	}
	live := r.live[:0]
	for _, c := range r.live {
		if written[c] {
			live = append(live, c)
			continue
		}
		if _, err := r.channels[c].update(r.h, nil); err != nil {
			return err
		}
		r.setVersion(c, r.maxVersion+1)
	}
	r.live = live
	version := r.maxVersion + 1
	for _, c := range r.g.fading {
		if _, ok := r.channels[c].get(); !ok || written[c] {
			continue
		}
		changed, err := r.channels[c].update(r.h, nil)
		if err != nil {
			return err
		}
		if changed {
			r.setVersion(c, version)
		}
	}
	return nil
}

func (up *update) commit(source string) error {
	r := up.r
	r.input = up.u.Values
	if err := r.putCheckpoint(source); err != nil {
		return err
	}
	up.tell(r.key(), nil)
	return nil
}

func (up *update) tell(key checkpoint.Key, err error) {
	if up.done != nil {
		done := up.done
		up.done = nil
		done(key, err)
	}
}

// node returns the node that the update is said to come from: the one that was
// named, the only one, or the one that ran last.
func (up *update) node() (*node, error) {
	g := up.r.g
	if up.u.HasNode {
		n, ok := g.nodeIndex[up.u.AsNode]
		if !ok {
			return nil, errInvalidUpdate("Node %q does not exist", up.u.AsNode)
		}
		return &g.nodes[n], nil
	}
	best, newest, ambiguous := -1, int64(0), false
	for i := range g.nodes {
		for _, v := range up.r.seen[i] {
			switch {
			case v > newest:
				best, newest, ambiguous = i, v, false
			case v == newest && v > 0 && best != i:
				ambiguous = true
			}
		}
	}
	switch {
	case newest == 0:
		return &g.nodes[0], nil
	case ambiguous:
		return nil, errInvalidUpdate(`Ambiguous update, specify "asNode"`)
	}
	return &g.nodes[best], nil
}
