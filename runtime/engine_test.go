// This file tests supersteps: order, joins, Sends, branches, errors, limits.

package runtime_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

func edge(from, to string) runtime.Edge { return runtime.Edge{From: from, To: to} }

func TestSuperstepAppliesWritesInTheOrderOfPaths(t *testing.T) {
	t.Parallel()
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{
			{Name: "start", Func: says("start")}, {Name: "c", Func: says("c")}, {Name: "a", Func: says("a")},
			{Name: "b", Func: says("b")}, {Name: "join", Func: says("join")},
		},
		Edges: []runtime.Edge{edge("__start__", "start"), edge("start", "c"), edge("start", "a"), edge("start", "b")},
		Joins: []runtime.Join{{From: []string{"a", "b", "c"}, To: "join"}},
	})
	res := invoke(g, state{"log": []any{}}, nil, runtime.Options{})
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	if got, want := asJSON(res.Values), `{"log":["start","a","b","c","join"]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSendsRunInOrderBehindNodes(t *testing.T) {
	t.Parallel()
	fan := branchFunc(func(state) []runtime.Dest {
		var dests []runtime.Dest
		for _, x := range []string{"one", "two", "three"} {
			dests = append(dests, runtime.Dest{Send: &runtime.Send{Node: "work", Args: state{"x": x}}})
		}
		return append(dests, runtime.Dest{Node: "beside"})
	})
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{
			{Name: "work", Func: nodeFunc(func(_ *runtime.Task, s state) (any, error) { return state{"log": []any{s["x"]}}, nil })},
			{Name: "beside", Func: says("beside")},
		},
		Branches: []runtime.BranchSpec{{Source: "__start__", Func: fan}},
	})
	res := invoke(g, state{"log": []any{"in"}}, nil, runtime.Options{Saver: &checkpoint.MemorySaver{}, ThreadID: "t"})
	if got, want := asJSON(res.Values), `{"log":["in","beside","one","two","three"]}`; got != want {
		t.Errorf("got %s, want %s (%v)", got, want, res.Err)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	fails := nodeFunc(func(*runtime.Task, state) (any, error) { return nil, boom })
	loop := runtime.Spec{
		Channels: []runtime.ChannelSpec{{Name: "x"}},
		Nodes:    []runtime.NodeSpec{{Name: "a", Func: nodeFunc(func(*runtime.Task, state) (any, error) { return state{"x": 1}, nil })}},
		Edges:    []runtime.Edge{edge("__start__", "a"), edge("a", "a")},
	}
	twice := runtime.Spec{
		Channels: []runtime.ChannelSpec{{Name: "x"}},
		Nodes: []runtime.NodeSpec{
			{Name: "a", Func: nodeFunc(func(*runtime.Task, state) (any, error) { return state{"x": 1}, nil })},
			{Name: "b", Func: nodeFunc(func(*runtime.Task, state) (any, error) { return state{"x": 2}, nil })},
		},
		Edges: []runtime.Edge{edge("__start__", "a"), edge("__start__", "b")},
	}
	wrong := runtime.Spec{
		Channels: []runtime.ChannelSpec{{Name: "x"}},
		Nodes:    []runtime.NodeSpec{{Name: "a", Func: nodeFunc(func(*runtime.Task, state) (any, error) { return 5, nil })}},
		Edges:    []runtime.Edge{edge("__start__", "a")},
	}
	failing := runtime.Spec{
		Channels: []runtime.ChannelSpec{{Name: "x"}},
		Nodes:    []runtime.NodeSpec{{Name: "a", Func: fails}},
		Edges:    []runtime.Edge{edge("__start__", "a")},
	}
	both := runtime.Spec{
		Channels: []runtime.ChannelSpec{{Name: "x"}},
		Nodes:    []runtime.NodeSpec{{Name: "a", Func: fails}, {Name: "b", Func: fails}},
		Edges:    []runtime.Edge{edge("__start__", "a"), edge("__start__", "b")},
	}
	for _, c := range []struct {
		name  string
		spec  runtime.Spec
		input any
		is    error
		text  string
	}{
		{"recursion", loop, state{"x": 0}, runtime.ErrGraphRecursion, "Recursion limit of 25 reached"},
		{"two writes", twice, state{"x": 0}, runtime.ErrInvalidUpdate, `Invalid update for channel "x" with values [1,2]: LastValue can only receive one value per step.`},
		{"no update", wrong, state{"x": 0}, runtime.ErrInvalidUpdate, `Expected node "a" to return an object`},
		{"no input", wrong, nil, runtime.ErrEmptyInput, `Received no input writes for "__start__"`},
		{"thrown", failing, state{"x": 0}, boom, "boom"},
		{"thrown twice", both, state{"x": 0}, boom, "Multiple errors occurred during superstep 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var input runtime.Value
			if c.input != nil {
				input = c.input
			}
			res := invoke(compile(t, c.spec), input, nil, runtime.Options{})
			if !errors.Is(res.Err, c.is) || !strings.Contains(res.Err.Error(), c.text) {
				t.Errorf("got error %v, want %q", res.Err, c.text)
			}
		})
	}
}

func TestRetryRunsAgainWithItsPolicy(t *testing.T) {
	t.Parallel()
	runs := 0
	flaky := nodeFunc(func(*runtime.Task, state) (any, error) {
		if runs++; runs < 3 {
			return nil, errors.New("not yet")
		}
		return state{"x": runs}, nil
	})
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{{Name: "x"}},
		Nodes:    []runtime.NodeSpec{{Name: "a", Func: flaky, Retry: &runtime.RetryPolicy{}}},
		Edges:    []runtime.Edge{edge("__start__", "a")},
	})
	res := invoke(g, state{"x": 0}, nil, runtime.Options{})
	if got, want := asJSON(res.Values), `{"x":3}`; got != want || res.Err != nil {
		t.Errorf("got %s (%v), want %s", got, res.Err, want)
	}
}

func TestCompileChecks(t *testing.T) {
	t.Parallel()
	node := func(names ...string) []runtime.NodeSpec {
		var list []runtime.NodeSpec
		for _, n := range names {
			list = append(list, runtime.NodeSpec{Name: n, Func: says(n)})
		}
		return list
	}
	for _, c := range []struct {
		name string
		spec runtime.Spec
		want string
	}{
		{"unknown source", runtime.Spec{Nodes: node("a"), Edges: []runtime.Edge{edge("__start__", "a"), edge("b", "a")}}, "Found edge starting at unknown node `b`"},
		{"unknown target", runtime.Spec{Nodes: node("a"), Edges: []runtime.Edge{edge("__start__", "a"), edge("a", "b")}}, "Found edge ending at unknown node `b`"},
		{"unreachable", runtime.Spec{Nodes: node("a", "b"), Edges: []runtime.Edge{edge("__start__", "a")}}, "Node `b` is not reachable."},
		{"breakpoint", runtime.Spec{Nodes: node("a"), Edges: []runtime.Edge{edge("__start__", "a")}, InterruptBefore: runtime.Names{List: []string{"c"}}}, "Interrupt node `c` is not present"},
	} {
		if _, err := runtime.NewGraph(c.spec); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

func TestSubgraphCommandsReachTheParent(t *testing.T) {
	t.Parallel()
	leave := nodeFunc(func(*runtime.Task, state) (any, error) {
		return &runtime.Command{Parent: true, Updates: []runtime.Update{{Channel: "log", Value: []any{"from inside"}}}, Goto: []runtime.Dest{{Node: "after"}}}, nil
	})
	inner := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes:    []runtime.NodeSpec{{Name: "leave", Func: leave}},
		Edges:    []runtime.Edge{edge("__start__", "leave")},
	})
	outer := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes:    []runtime.NodeSpec{{Name: "sub", Func: calls("never asked", inner), Ends: []string{"after"}}, {Name: "after", Func: says("after")}},
		Edges:    []runtime.Edge{edge("__start__", "sub")},
	})
	res := invoke(outer, state{"log": []any{}}, nil, runtime.Options{Saver: &checkpoint.MemorySaver{}, ThreadID: "t"})
	if got, want := asJSON(res.Values), `{"log":["from inside","after"]}`; got != want || res.Err != nil {
		t.Errorf("got %s (%v), want %s", got, res.Err, want)
	}
}
