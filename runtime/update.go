// This file changes the state of a thread from outside, as if a node had written.

package runtime

import (
	"context"
	"errors"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// StateUpdate is a change of the state.
type StateUpdate struct {
	Values Value // what the node would have returned; nil for nothing
	AsNode string
	// HasNode says that AsNode was given.
	HasNode bool
	// Copies are made of the copy that AsNode "__copy__" asks for.
	Copies []StateUpdate
}

// Updated is the result of an update: the key of the new checkpoint, and the checkpoints of the graphs around it.
type Updated struct {
	Key     checkpoint.Key
	Parents map[string]string
}

// UpdateState makes a new checkpoint after key's for each of steps, one after the other. It writes the values of each
// update as if the update's node had returned them: edges and branches decide what comes next. Of o it uses Ledger,
// Durability, IDs, Now, Old, WriteAll and MaxState.
func (g *Graph) UpdateState(ctx context.Context, h Host, s checkpoint.Saver, key checkpoint.Key, steps [][]StateUpdate, o Options, done func(Updated, error)) {
	switch {
	case len(steps) == 0:
		done(Updated{}, plainError("No supersteps provided"))
		return
	case slices.ContainsFunc(steps, func(step []StateUpdate) bool { return len(step) == 0 }):
		done(Updated{}, plainError("No updates provided"))
		return
	}
	b := &bulkUpdate{g: g, ctx: ctx, h: h, s: s, o: o, steps: steps, done: done}
	b.run(key)
}

// bulkUpdate makes the checkpoints of UpdateState.
type bulkUpdate struct {
	g     *Graph
	ctx   context.Context
	h     Host
	s     checkpoint.Saver
	o     Options
	steps [][]StateUpdate // that are left
	done  func(Updated, error)
}

// run makes the checkpoints of the steps that are left, the first of them after key's. If one has to wait for a branch,
// run returns, and is called again when that step is done.
func (b *bulkUpdate) run(key checkpoint.Key) {
	for {
		b.h.Hear()
		step, ended, returned := b.steps[0], false, false
		b.steps = b.steps[1:]
		b.step(key, step, func(u Updated, err error) {
			switch {
			case err != nil || len(b.steps) == 0:
				b.done(u, err)
			case returned:
				b.run(u.Key)
			default: // the loop goes on: a call here would be inside of those of all steps before
				ended, key = true, u.Key
			}
		})
		if returned = true; !ended {
			return
		}
	}
}

// step makes one checkpoint after key's.
func (b *bulkUpdate) step(key checkpoint.Key, us []StateUpdate, done func(Updated, error)) {
	r := newRun(b.ctx, b.g, b.h, b.o)
	r.ns, r.updates = key.NS, true
	r.o.Saver, r.o.ThreadID, r.stream.out = b.s, key.ThreadID, b.g.output
	r.setDefaults()
	up := &update{r: r, us: us, key: key, done: done}
	if err := up.begin(); err != nil {
		up.report(Updated{}, err)
	}
}

type update struct {
	r     *Run
	us    []StateUpdate
	key   checkpoint.Key
	tasks []*Task
	done  func(Updated, error)
}

// alone returns an error if a step has other updates beside a special one. what describes the special one.
func (up *update) alone(what string) error {
	if len(up.us) > 1 {
		return errInvalidUpdate("Cannot %s", what)
	}
	return nil
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
	r.around = r.cp.meta.Parents
	r.step = max(r.step, 0)
	u := up.us[0]
	switch {
	case u.Values == nil && !u.HasNode:
		if err := up.alone("create empty checkpoint with multiple updates"); err != nil {
			return err
		}
		return up.commit(checkpoint.SourceUpdate)
	case u.HasNode && u.AsNode == EndNode && u.Values == nil:
		if err := up.alone("apply multiple updates when clearing state"); err != nil {
			return err
		}
		return up.clear()
	case u.HasNode && u.AsNode == "__copy__":
		if err := up.alone("copy checkpoint with multiple updates"); err != nil {
			return err
		}
		return up.copy(tuple)
	case u.HasNode && u.AsNode == "__input__":
		if err := up.alone("apply multiple updates when updating as input"); err != nil {
			return err
		}
		return up.input(tuple)
	}
	if err := up.applyPending(tuple); err != nil {
		return err
	}
	return up.write()
}

// input writes the values as the input of a run.
func (up *update) input(tuple *checkpoint.Tuple) error {
	r := up.r
	if up.us[0].Values == nil {
		return errInvalidUpdate(`Received no input writes for "__start__"`)
	}
	if tuple == nil {
		r.step = -1
	}
	if err := r.state.apply(nil, []write{{r.g.start, up.us[0].Values}}); err != nil {
		return err
	}
	return up.commit(checkpoint.SourceInput)
}

// applyPending applies the writes of finished tasks to the state before the update.
func (up *update) applyPending(tuple *checkpoint.Tuple) error {
	if tuple == nil || up.key.ID != "" || len(up.r.pending.list) == 0 {
		return nil
	}
	r := up.r
	if err := r.applyCommands(); err != nil {
		return err
	}
	var finished []*Task
	for _, t := range r.plan() {
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
	return r.state.apply(finished, nil)
}

// clear discards the tasks that the thread still has.
func (up *update) clear() error {
	r := up.r
	tasks := r.plan()
	for _, t := range tasks {
		if _, err := r.taskState(t, true, StateOptions{}); err != nil {
			return err
		}
	}
	if err := r.state.apply(tasks, r.nullWrites()); err != nil {
		return err
	}
	return up.commit(checkpoint.SourceUpdate)
}

// copy makes a checkpoint beside the one that key names, with the same state.
func (up *update) copy(tuple *checkpoint.Tuple) error {
	if tuple == nil {
		return errInvalidUpdate("Cannot copy a non-existent checkpoint")
	}
	up.r.leaveCheckpoint()
	if copies := up.us[0].Copies; copies != nil {
		done := up.done
		up.done = func(u Updated, err error) {
			if err != nil {
				done(u, err)
				return
			}
			up.r.g.UpdateState(up.r.ctx, up.r.h, up.r.o.Saver, u.Key, [][]StateUpdate{copies}, up.r.o, done)
		}
	}
	return up.commit(checkpoint.SourceFork)
}

// write writes the values of each update as a task of its node would.
func (up *update) write() error {
	r := up.r
	space, _ := checkpoint.ParseUUID(r.cp.id)
	id := uuid5(append(space[:], checkpoint.ChannelInterrupt...))
	var nodes []*node
	for _, u := range up.us {
		if len(up.us) > 1 && !u.HasNode {
			return errInvalidUpdate(`"asNode" is required when applying multiple updates`)
		}
	}
	for _, u := range up.us {
		n, err := up.node(u)
		if err != nil {
			return err
		}
		nodes = append(nodes, n)
	}
	r.phase = phaseLoop
	r.pumping = true // the run has no loop of its own
	var calls []*Call
	for i, u := range up.us {
		t := r.newTask(planned{nodes[i], nodes[i].trigger, -1, nil, nodes[i].Timeout})
		t.id = id
		r.state.noteUpdate(nodes[i].index)
		up.tasks = append(up.tasks, t)
		r.running++
		out := Output{Null: true}
		if u.Values != nil {
			var err error
			if out, err = r.h.Updates(r.g, nodes[i].Name, u.Values); err != nil {
				return err
			}
		}
		calls = append(calls, r.nodeSettled(settled{task: t, branch: -1, out: out})...)
	}
	r.tasks = up.tasks
	for _, c := range calls {
		result := c.Done
		c.Done = once(func(out Output, err error) {
			result(out, err)
			r.h.Defer(up.settle)
		})
	}
	if len(calls) > 0 {
		r.h.Start(calls)
		return nil
	}
	return up.finish()
}

// settle handles what branches returned.
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
		up.report(Updated{}, err)
	}
}

func (up *update) finish() error {
	r := up.r
	var writes []write
	for _, t := range up.tasks {
		if t.err != nil {
			return t.err
		}
		writes = append(writes, t.writes...)
	}
	// The update does not count as a run of the node: its trigger stays unseen.
	version := r.state.maxVersion + 1
	if err := r.state.apply(nil, writes); err != nil {
		return err
	}
	if err := r.state.clearTriggers(writes, version); err != nil {
		return err
	}
	return up.commit(checkpoint.SourceUpdate)
}

func (up *update) commit(source string) error {
	r := up.r
	r.input = up.us[0].Values
	if err := r.putCheckpoint(source); err != nil {
		return err
	}
	if err := r.commitDeferred(); err != nil {
		return err
	}
	up.report(Updated{r.key(), r.around}, nil)
	return nil
}

func (up *update) report(u Updated, err error) {
	if up.done != nil {
		done := up.done
		up.done = nil
		done(u, err)
	}
}

// node returns the node that counts as the author of the update: the named one, the only one, or the one that ran last.
func (up *update) node(u StateUpdate) (*node, error) {
	g := up.r.g
	if u.HasNode {
		n, ok := g.nodeIndex[u.AsNode]
		if !ok {
			return nil, errInvalidUpdate("Node %q does not exist", u.AsNode)
		}
		return &g.nodes[n], nil
	}
	best, newest, ambiguous := -1, int64(0), false
	for i := range g.nodes {
		for _, v := range up.r.state.seen[i] {
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
