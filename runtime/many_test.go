// This file tests that graphs, supersteps and threads with many parts take no time that grows with the square of their
// number. The limits of time are more than ten times as long as is necessary.

package runtime_test

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// within fails the test if f takes too long.
func within(t *testing.T, limit time.Duration, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(limit):
		t.Errorf("%s took more than %v", what, limit)
		t.FailNow()
	}
}

func nothing(*runtime.Task, state) (any, error) { return nil, nil }

// TestManyNodes compiles graphs with many nodes, branches, channels and triggers.
func TestManyNodes(t *testing.T) {
	t.Parallel()
	const n = 50_000
	var nodes, branching []runtime.NodeSpec
	var edges []runtime.Edge
	var joins []runtime.Join
	var branches []runtime.BranchSpec
	for i := range n {
		name := fmt.Sprintf("node %d", i)
		nodes = append(nodes, runtime.NodeSpec{Name: name, Func: nodeFunc(nothing)})
		edges = append(edges, edge("__start__", name))
		joins = append(joins, runtime.Join{From: []string{name, "node 0"}, To: "z"})
		branches = append(branches, runtime.BranchSpec{Source: name, Func: branchFunc(func(state) []runtime.Dest { return nil })})
	}
	branching = append(branching, nodes...)
	nodes = append(nodes, runtime.NodeSpec{Name: "z", Func: nodeFunc(nothing), Defer: true})
	var channels []runtime.ChannelSpec
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("channel %d", i))
		channels = append(channels, runtime.ChannelSpec{Name: names[i]})
	}
	for what, spec := range map[string]runtime.Spec{
		"edges":    {Channels: channels[:1], Nodes: nodes, Edges: edges, Joins: joins},
		"branches": {Channels: channels[:1], Nodes: branching, Branches: branches},
		"channels": {Channels: channels, Nodes: branching[:1], Edges: edges[:1], Input: names, Output: names},
		"wired":    {Wired: true, Channels: channels, Input: names, Shown: names, Nodes: []runtime.NodeSpec{{Name: "all", Func: nodeFunc(nothing), Triggers: names}}},
	} {
		within(t, 10*time.Second, what, func() {
			if _, err := runtime.NewGraph(spec); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	_, err := runtime.NewGraph(runtime.Spec{Nodes: branching[1:2], Branches: branches[1:2]})
	if !errors.Is(err, runtime.ErrUnreachableNode) {
		t.Errorf("a branch leads to its own node: %v", err)
	}
	_, err = runtime.NewGraph(runtime.Spec{Nodes: branching[1:3], Branches: []runtime.BranchSpec{branches[1], branches[1]}})
	if !errors.Is(err, runtime.ErrUnreachableNode) {
		t.Errorf("two branches lead to their own node: %v", err)
	}
}

// TestLongNames refuses a node with a name of a million letters.
func TestLongNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{strings.Repeat("é", 1000), strings.Repeat("é", 1001)} {
		_, err := runtime.NewGraph(runtime.Spec{Channels: []runtime.ChannelSpec{{Name: "a"}}, Nodes: []runtime.NodeSpec{{Name: name}}, Edges: []runtime.Edge{edge("__start__", name)}})
		if refused := errors.Is(err, &runtime.Error{Name: "RangeError"}); refused != (name[2000-2:] != "é") {
			t.Errorf("a name of %d bytes: %v", len(name), err)
		}
	}
}

// TestManyTriggers runs a node that many joins lead to, and a superstep with many nodes.
func TestManyTriggers(t *testing.T) {
	t.Parallel()
	const n = 40_000
	spec := runtime.Spec{Channels: []runtime.ChannelSpec{logChannel("log")}}
	all := runtime.Join{To: "z"}
	for i := range n {
		name := fmt.Sprintf("node %d", i)
		spec.Nodes = append(spec.Nodes, runtime.NodeSpec{Name: name, Func: nodeFunc(nothing)})
		spec.Edges = append(spec.Edges, edge("__start__", name))
		all.From = append(all.From, name)
		spec.Joins = append(spec.Joins, runtime.Join{From: []string{name, "node 0"}, To: "z"})
	}
	spec.Joins = append(spec.Joins, all)
	spec.Nodes = append(spec.Nodes, runtime.NodeSpec{Name: "z", Func: nodeFunc(func(*runtime.Task, state) (any, error) { return state{"log": []any{"z"}}, nil })})
	g := compile(t, spec)
	s := &checkpoint.MemorySaver{}
	within(t, 20*time.Second, "run", func() {
		res := invoke(g, state{"log": []any{}}, nil, runtime.Options{Saver: s, ThreadID: "t"})
		if res.Err != nil || asJSON(res.Values) != `{"log":["z"]}` {
			t.Errorf("%s, %v", asJSON(res.Values), res.Err)
		}
	})
	within(t, 20*time.Second, "state", func() {
		if _, err := g.State(t.Context(), &goHost{}, s, checkpoint.Key{ThreadID: "t"}, runtime.StateOptions{}); err != nil {
			t.Error(err)
		}
	})
}

// TestManyChildren calls many tasks that may ask one at a time.
func TestManyChildren(t *testing.T) {
	t.Parallel()
	const n = 100_000
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{{Name: "calls", Func: nodeFunc(func(task *runtime.Task, _ state) (any, error) {
			return pending{func(done func(any, error)) {
				left := n
				for range n {
					task.Call(runtime.ChildCall{Name: "child", OneAtATime: true, Func: childFunc(func(*coroutine) (any, error) { return 1.0, nil }), Done: func(runtime.Value, error) {
						if left--; left == 0 {
							done(state{"log": []any{"all"}}, nil)
						}
					}})
				}
			}}, nil
		})}},
		Edges: []runtime.Edge{edge("__start__", "calls")},
	})
	within(t, 20*time.Second, "run", func() {
		if res := invoke(g, state{"log": []any{}}, nil, runtime.Options{}); res.Err != nil || asJSON(res.Values) != `{"log":["all"]}` {
			t.Errorf("%s, %v", asJSON(res.Values), res.Err)
		}
	})
}

// TestManyUpdates makes many checkpoints with one call, without a stack that grows with them.
func TestManyUpdates(t *testing.T) {
	t.Parallel()
	const n = 2_000
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")}, Nodes: []runtime.NodeSpec{{Name: "n", Func: nodeFunc(nothing)}}, Edges: []runtime.Edge{edge("__start__", "n")},
	})
	steps := make([][]runtime.StateUpdate, n)
	for i := range steps {
		steps[i] = []runtime.StateUpdate{{}}
	}
	h, s := &hearingHost{}, &checkpoint.MemorySaver{}
	ended := false
	g.UpdateState(t.Context(), h, s, checkpoint.Key{ThreadID: "t"}, steps, runtime.Options{}, func(_ runtime.Updated, err error) {
		ended = true
		if err != nil {
			t.Error(err)
		}
	})
	h.run()
	if !ended || h.heard < n {
		t.Errorf("ended: %v, heard %d times", ended, h.heard)
	}
	if h.deepest > 100 {
		t.Errorf("the stack has %d frames more at the end", h.deepest)
	}
}

// TestManyQuestions reads a thread with many questions one of whose answers a node did not end with.
func TestManyQuestions(t *testing.T) {
	t.Parallel()
	const n = 4_000
	fails := false
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{
			{Name: "s", Func: nodeFunc(nothing)},
			{Name: "w", Func: nodeFunc(func(task *runtime.Task, in state) (any, error) {
				if fails && in["i"] != 7.0 { // it has not come to its question when the other fails
					return pending{func(done func(any, error)) { task.OnAbort(func(err error) { done(nil, err) }) }}, nil
				}
				_, err := task.Interrupt(in["i"], nil)
				if err == nil && fails {
					err = errors.New("bad")
				}
				return nil, err
			})},
		},
		Edges: []runtime.Edge{edge("__start__", "s")},
		Branches: []runtime.BranchSpec{{Source: "s", Func: branchFunc(func(state) (to []runtime.Dest) {
			for i := range n {
				to = append(to, runtime.Dest{Send: &runtime.Send{Node: "w", Args: state{"i": float64(i)}}})
			}
			return to
		})}},
	})
	s := &checkpoint.MemorySaver{}
	o := runtime.Options{Saver: s, ThreadID: "t", Thread: true}
	res := invoke(g, state{"log": []any{}}, nil, o)
	if len(res.Interrupts) != n {
		t.Fatalf("%d questions, %v", len(res.Interrupts), res.Err)
	}
	within(t, 10*time.Second, "waiting questions", func() {
		if list, err := runtime.WaitingQuestions(t.Context(), s, "t"); err != nil || len(list) != n {
			t.Errorf("%d wait, %v", len(list), err)
		}
	})
	within(t, 10*time.Second, "stopped", func() {
		if stopped, err := runtime.Stopped(t.Context(), s, "t", ""); err != nil || stopped {
			t.Errorf("stopped: %v, %v", stopped, err)
		}
	})
	fails = true
	byID := &runtime.Command{HasResume: true, ResumeByID: map[string]runtime.Value{res.Interrupts[7].ID: "yes"}}
	within(t, 20*time.Second, "an answer", func() {
		if res := invoke(g, nil, byID, o); res.Err == nil || res.Err.Error() != "bad" {
			t.Errorf("after the answer: %v", res.Err)
		}
	})
	within(t, 10*time.Second, "failed answers", func() {
		if ids, err := runtime.FailedAnswers(t.Context(), s, "t", ""); err != nil || len(ids) != 1 || ids[0] != res.Interrupts[7].ID {
			t.Errorf("%q, %v", ids, err)
		}
	})
}

// hearingHost counts the calls of Hear, and notes how deep they are.
type hearingHost struct {
	goHost
	heard, first, deepest int
	frames                [1000]uintptr
}

func (h *hearingHost) Hear() {
	depth := goruntime.Callers(0, h.frames[:])
	if h.heard++; h.first == 0 {
		h.first = depth
	}
	h.deepest = max(h.deepest, depth-h.first)
}
