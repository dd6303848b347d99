// This file tests that the stored status of a thread says the same as its state: a thread is done if nothing comes next.

package runtime_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// statusSaver compares, after each commit, the status of the thread with what comes next.
type statusSaver struct {
	checkpoint.MemorySaver
	g      *runtime.Graph
	status checkpoint.Status
	left   int // commits until the process dies; negative: it does not
	newest string
	said   []string // what is wrong
	log    []string
}

func (s *statusSaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	if s.left == 0 {
		return errKilled
	}
	s.left--
	if err := s.MemorySaver.Commit(ctx, b); err != nil {
		return err
	}
	word := "writes"
	if b.Checkpoint != nil {
		s.newest = max(s.newest, b.Checkpoint.ID)
		word = b.Checkpoint.Metadata.Source
	}
	if b.Thread != nil {
		s.status = b.Thread.Status
		word += ":" + string(s.status)
	}
	next := s.next(b.Checkpoint != nil)
	s.log = append(s.log, fmt.Sprint(word, next))
	switch {
	case s.status == checkpoint.StatusDone && len(next) > 0:
		s.say("it is done, and next is %v", next)
	case word == checkpoint.SourceLoop && len(next) == 0 && !s.g.Wired(): // there is no commit after it
		s.say("nothing comes next, and it is not done")
	}
	return nil
}

func (s *statusSaver) say(format string, args ...any) {
	s.said = append(s.said, fmt.Sprintf(format, args...))
}

// next returns the nodes that come next. Those that have finished in this superstep are among them. plan says to
// compare them with what is planned without the script, which does not know whether a node is deferred before it has started once.
func (s *statusSaver) next(plan bool) []string {
	key := checkpoint.Key{ThreadID: "t", ID: s.newest}
	st, err := s.g.State(context.Background(), &goHost{}, s, key, runtime.StateOptions{})
	if err != nil {
		s.say("its state: %v", err)
		return nil
	}
	if tuple, err := s.Get(context.Background(), key); err != nil {
		s.say("its checkpoint: %v", err)
	} else if planned, err := runtime.NextTasks(tuple, "", false); err != nil {
		s.say("its stored plan: %v", err)
	} else if plan && !s.g.Wired() && s.g.FunctionName() == "" {
		var names []string
		for _, p := range planned {
			names = append(names, p.Node)
		}
		slices.Sort(names)
		if sorted := slices.Sorted(slices.Values(st.Next)); !slices.Equal(names, sorted) {
			s.say("next is %v, and %v in the stored plan", sorted, names)
		}
	}
	return st.Next
}

// randomGraph makes a graph whose edges lead from nodes to later ones: edges, joins, branches, Commands and Sends, with
// nodes that ask and nodes that are deferred.
func randomGraph(t *testing.T, r *rand.Rand) (*runtime.Graph, []string) {
	t.Helper()
	n := 2 + r.IntN(4)
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("n%d", i)
	}
	some := func(from int) []string {
		var found []string
		for _, name := range names[from:] {
			if r.IntN(3) == 0 {
				found = append(found, name)
			}
		}
		return found
	}
	spec := runtime.Spec{Channels: []runtime.ChannelSpec{logChannel("log")}}
	started := map[string]bool{}
	link := func(from, to string) {
		if e := edge(from, to); !slices.Contains(spec.Edges, e) {
			spec.Edges = append(spec.Edges, e)
			started[to] = true
		}
	}
	for i, name := range names {
		node := runtime.NodeSpec{Name: name, Func: says(name), Defer: r.IntN(4) == 0}
		dests := func() (to []runtime.Dest) {
			for _, dest := range some(i + 1) {
				started[dest] = true
				if to = append(to, runtime.Dest{Node: dest}); r.IntN(2) == 0 {
					to[len(to)-1] = runtime.Dest{Send: &runtime.Send{Node: dest, Args: state{"log": []any{"sent"}}}}
				}
			}
			return to
		}
		switch r.IntN(6) {
		case 0:
			node.Func = asks(name + "?")
		case 1:
			to := dests()
			for _, d := range to {
				if d.Send != nil {
					node.Ends = append(node.Ends, d.Send.Node)
				} else {
					node.Ends = append(node.Ends, d.Node)
				}
			}
			node.Func = nodeFunc(func(*runtime.Task, state) (any, error) {
				return &runtime.Command{Updates: []runtime.Update{{Channel: "log", Value: []any{name}}}, Goto: to}, nil
			})
		case 2:
			to := dests()
			spec.Branches = append(spec.Branches, runtime.BranchSpec{Source: name, Func: branchFunc(func(state) []runtime.Dest { return to })})
		}
		for _, to := range some(i + 1) {
			link(name, to)
		}
		if from := some(0); len(from) > 1 && i > 1 && r.IntN(2) == 0 {
			if from = slices.DeleteFunc(from, func(f string) bool { return f >= name }); len(from) > 1 {
				spec.Joins = append(spec.Joins, runtime.Join{From: from, To: name})
				started[name] = true
			}
		}
		spec.Nodes = append(spec.Nodes, node)
	}
	link("__start__", names[0])
	for i, name := range names {
		if !started[name] {
			link(append([]string{"__start__"}, names...)[r.IntN(i+1)], name)
		}
	}
	return compile(t, spec), names
}

// randomOtherGraph makes an entrypoint that asks, or a graph that is wired by hand.
func randomOtherGraph(t *testing.T, r *rand.Rand) (*runtime.Graph, []string) {
	t.Helper()
	ask := func(task *runtime.Task, _ state) (any, error) {
		_, err := task.Interrupt("?", nil)
		return state{"b": 1.0}, err
	}
	if r.IntN(2) == 0 {
		return compile(t, runtime.Spec{Name: "f", Function: &runtime.NodeSpec{Name: "f", Func: nodeFunc(ask)}}), []string{"f"}
	}
	moves := func(from, to string) runtime.NodeSpec {
		n := runtime.NodeSpec{Name: "to_" + to, Triggers: []string{from}, Read: []string{from}, SingleRead: true}
		n.Func = nodeFunc(func(*runtime.Task, state) (any, error) { return state{to: 1.0}, nil })
		return n
	}
	first := moves("a", "b")
	first.Func = nodeFunc(ask)
	return compile(t, runtime.Spec{
		Wired: true, Channels: []runtime.ChannelSpec{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Nodes: []runtime.NodeSpec{first, moves("b", "c")}, Input: []string{"a"}, SingleInput: true, Output: []string{"c"},
	}), []string{"to_b", "to_c"}
}

// TestTheStatusIsThatOfTheState does random things with the threads of random graphs: it starts, answers, updates, forks and
// kills them.
func TestTheStatusIsThatOfTheState(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 0))
		g, names := randomGraph(t, r)
		if seed%10 == 0 {
			g, names = randomOtherGraph(t, r)
		}
		s := &statusSaver{g: g}
		did := ""
		for op := range 8 {
			if s.left = -1; r.IntN(4) == 0 {
				s.left = r.IntN(5)
			}
			s.log = nil
			var ended bool
			if did, ended = randomOp(t, r, s, names, op == 0); ended {
				if next := s.next(false); (s.status == checkpoint.StatusDone) != (len(next) == 0) {
					s.say("in the end it is %s, and next is %v", s.status, next)
				}
			}
			if len(s.said) > 0 {
				t.Errorf("seed %d, operation %d, %s: %s\n%s", seed, op, did, strings.Join(s.said, "; "), strings.Join(s.log, " "))
				break
			}
		}
	}
}

// randomOp does something with the thread. It reports what, and whether it ended without an error.
func randomOp(t *testing.T, r *rand.Rand, s *statusSaver, names []string, first bool) (did string, ended bool) {
	t.Helper()
	o := runtime.Options{
		Saver: s, ThreadID: "t", Thread: true,
		Durability: []runtime.Durability{runtime.Boundary, runtime.Boundary, runtime.Sync, runtime.Exit}[r.IntN(4)],
	}
	name := names[r.IntN(len(names))]
	if r.IntN(6) == 0 {
		o.InterruptBefore = &runtime.Names{List: []string{name}}
	}
	if r.IntN(6) == 0 {
		o.InterruptAfter = &runtime.Names{List: []string{name}}
	}
	run := func(did string, input runtime.Value, c *runtime.Command) (string, bool) {
		return fmt.Sprint(did, " ", name, " durability ", o.Durability), invoke(s.g, input, c, o).Err == nil && s.newest != ""
	}
	what := r.IntN(8)
	if first || s.newest == "" {
		what = 0
	}
	switch what {
	case 0:
		return run("input", state{"log": []any{"in"}}, nil)
	case 1, 2:
		return run("answer", nil, resume("yes"))
	case 3:
		return run("continue", nil, nil)
	case 4:
		return run("goto", nil, &runtime.Command{Goto: []runtime.Dest{{Node: name}}})
	case 5:
		if o.CheckpointID = randomCheckpoint(r, s); o.Durability == runtime.Exit {
			o.Durability = runtime.Boundary
		}
		return run("from an older checkpoint", nil, nil)
	}
	u := runtime.StateUpdate{}
	switch r.IntN(6) {
	case 0:
	case 1:
		u.AsNode, u.HasNode = "__copy__", true
	case 2:
		u.AsNode, u.HasNode = "__end__", true
	case 3:
		u.Values = state{"log": []any{"u"}}
	default:
		u.Values, u.AsNode, u.HasNode = state{"log": []any{"u"}}, name, true
	}
	key := checkpoint.Key{ThreadID: "t"}
	if r.IntN(3) == 0 {
		key.ID = randomCheckpoint(r, s)
	}
	var failed error
	h := &goHost{}
	s.g.UpdateState(t.Context(), h, s, key, [][]runtime.StateUpdate{{u}}, runtime.Options{Thread: true}, func(_ runtime.Updated, err error) { failed = err })
	h.run()
	return fmt.Sprintf("update %+v of %q: %v", u, key.ID, failed), failed == nil
}

func randomCheckpoint(r *rand.Rand, s *statusSaver) string {
	var ids []string
	for tuple, err := range s.List(context.Background(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
		if err == nil {
			ids = append(ids, tuple.Key.ID)
		}
	}
	return ids[r.IntN(len(ids))]
}
