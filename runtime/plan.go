// This file decides which tasks the next superstep has: for the loop of a run, for the state of a thread, and for the
// check whether a changed script can resume a thread (plan_stored.go).

package runtime

import (
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// planned is a task that is to run next.
type planned struct {
	node    *node
	channel int // the channel that triggered it; for a Send, the channel of Sends
	send    int // the index of the Send, -1 for none
	input   Value
	timeout *TimeoutPolicy
}

// next yields what runs next: the nodes of Sends, then the nodes with a trigger whose version they have not seen.
func (s *state) next(yield func(planned) bool) {
	sends, _ := s.channels[s.g.tasks].get()
	for i, send := range sends.([]*Send) {
		n, ok := s.g.nodeIndex[send.Node]
		if !ok {
			s.h.Warn("Ignoring unknown node name " + Short(send.Node) + " in pending sends.")
			continue
		}
		p := planned{node: &s.g.nodes[n], channel: s.g.tasks, send: i, input: send.Args, timeout: s.g.nodes[n].Timeout}
		if send.Timeout != nil {
			p.timeout = send.Timeout
		}
		if !yield(p) {
			return
		}
	}
	for _, n := range s.candidates() {
		node := &s.g.nodes[n]
		for k, c := range node.triggers {
			if !s.starts(c) || s.versions[c] <= s.seen[n][k] {
				continue
			}
			if !s.ready(node) {
				break
			}
			if input := s.nodeInput(node); input != nil && !yield(planned{node, c, -1, input, node.Timeout}) {
				return
			}
			break
		}
	}
}

// ended reports whether nothing comes next, for a run that begins with the stored state.
func (s *state) ended() bool {
	s.hasUpdated = false
	for range s.next {
		return false
	}
	return true
}

// candidates returns the nodes that may have a new trigger, in the order in which their tasks start.
func (s *state) candidates() []int {
	found := s.scratch[:0]
	switch {
	case !s.hasUpdated:
		for i := range s.g.nodes {
			found = append(found, i)
		}
	default:
		for _, c := range s.updated {
			found = append(found, s.g.byTrigger[c]...)
		}
		if len(found) > 1 {
			slices.SortFunc(found, func(a, b int) int { return s.g.sortedName[a] - s.g.sortedName[b] })
			found = slices.Compact(found) // several channels may start one node
		}
	}
	s.scratch = found
	return found
}

// notLoaded is the input of a task that does not run.
type notLoaded struct{}

func (s *state) nodeInput(n *node) Value {
	if n.index == 0 || s.g.function {
		v, _ := s.channels[s.g.start].get()
		return v
	}
	if s.lazy {
		return notLoaded{}
	}
	switch {
	case s.g.root:
		v, _ := s.channels[0].get()
		return v
	case n.SingleRead:
		return s.firstOf(n.read)
	}
	return s.h.Object(s.values(n.read))
}

// breaks reports whether the run stops at a breakpoint: tasks has a node of names, and a channel changed since the last
// stop.
func (s *state) breaks(names *Names, own *Names, tasks []*Task) bool {
	if names == nil {
		names = own
	}
	if names.empty() {
		return false
	}
	names.index()
	changed := false
	for c, v := range s.versions {
		changed = changed || v > s.seenBreak[c]
	}
	if !changed {
		return false
	}
	for _, t := range tasks {
		if !t.hidden() && names.has(t.node.Name) {
			return true
		}
	}
	return false
}

// plan returns the tasks of the next superstep, with the answers that are stored for them.
func (r *Run) plan() []*Task {
	var tasks []*Task
	for p := range r.state.next {
		tasks = append(tasks, r.newTask(p))
	}
	return tasks
}

func (r *Run) newTask(p planned) *Task {
	t := &Task{Node: &p.node.NodeSpec, Input: p.input, run: r, node: p.node, trigger: p.channel, send: p.send, limits: p.timeout}
	if len(r.pending.list) > 0 || r.answering.answer != nil {
		t.resumes, t.asked = r.answering.answersSoFar(t.ID()), r.answering.askedSoFar(t.ID())
	}
	t.answer = r.answering.answer.forTask()
	return t
}

// planFrom loads the state at tuple into r, with the later writes of Commands, and returns the tasks of the next
// superstep.
func (r *Run) planFrom(tuple *checkpoint.Tuple) ([]*Task, error) {
	if err := r.load(tuple); err != nil {
		return nil, err
	}
	if err := r.applyCommands(); err != nil {
		return nil, err
	}
	return r.plan(), nil
}

// applyCommands applies the writes of Commands since the checkpoint that was loaded.
func (r *Run) applyCommands() error {
	null := r.nullWrites()
	if len(null) == 0 {
		return nil
	}
	err := r.state.apply(nil, null)
	r.state.hasUpdated = false
	return err
}
