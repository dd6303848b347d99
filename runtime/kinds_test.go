// This file tests the kinds of channels in runs, graphs that are wired by hand, streams and traces.

package runtime_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// counter is a channel of the host: it counts how many values it was given.
type counter struct{ n float64 }

func (c *counter) FromCheckpoint(v runtime.Value) (runtime.HostChannel, error) {
	n, _ := v.(float64)
	return &counter{n}, nil
}

func (c *counter) Update(values []runtime.Value) (bool, error) {
	c.n += float64(len(values))
	return len(values) > 0, nil
}
func (c *counter) Get() (runtime.Value, bool, error)        { return c.n, true, nil }
func (c *counter) Checkpoint() (runtime.Value, bool, error) { return c.n, true, nil }

func TestKindsOfChannels(t *testing.T) {
	t.Parallel()
	writes := func(i float64) nodeFunc {
		return func(_ *runtime.Task, s state) (any, error) {
			return state{"any": i, "eph": i, "many": i, "topic": i, "unique": []any{"a", "a"}, "all": i, "delta": i, "host": i, "un": i}, nil
		}
	}
	var sees []string
	look := func(name string) nodeFunc {
		return func(_ *runtime.Task, s state) (any, error) {
			sees = append(sees, name+asJSON(s))
			return state{"last": name}, nil
		}
	}
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{
			{Name: "last"}, {Name: "any", Kind: runtime.Any}, {Name: "eph", Kind: runtime.Any}, {Name: "many", Kind: runtime.Ephemeral, Many: true},
			{Name: "topic", Kind: runtime.Topic}, {Name: "unique", Kind: runtime.Topic, Unique: true, Accumulate: true}, {Name: "all", Kind: runtime.Topic, Accumulate: true},
			{Name: "delta", Kind: runtime.Delta, Reducer: reducer(appendAll), Default: emptyList},
			{Name: "host", Kind: runtime.Hosted, Hosted: func() (runtime.HostChannel, error) { return &counter{}, nil }},
			{Name: "un", Kind: runtime.Untracked, Many: true},
		},
		Nodes: []runtime.NodeSpec{
			{Name: "one", Func: writes(1)}, {Name: "two", Func: writes(2)}, {Name: "look", Func: look("look")}, {Name: "later", Func: look("later")},
			{Name: "ask", Func: nodeFunc(func(task *runtime.Task, _ state) (any, error) {
				_, err := task.Interrupt("?", nil)
				return state{}, err
			})},
			{Name: "end", Func: look("end")},
			{Name: "cleanup", Defer: true, Func: look("cleanup")},
		},
		Edges: []runtime.Edge{edge("__start__", "one"), edge("__start__", "two"), edge("look", "later"), edge("later", "ask"), edge("ask", "end"), edge("one", "cleanup")},
		Joins: []runtime.Join{{From: []string{"one", "two"}, To: "look"}},
	})
	s := &checkpoint.MemorySaver{}
	o := runtime.Options{Saver: s, ThreadID: "t"}
	if res := invoke(g, state{"last": "in"}, nil, o); res.Err != nil || !res.Interrupted {
		t.Fatalf("%+v", res)
	}
	res := invoke(g, nil, resume(1), o)
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	want := []string{
		`look{"all":[1,2],"any":2,"delta":[1,2],"eph":2,"host":2,"last":"in","many":2,"topic":[1,2],"un":2,"unique":["a"]}`,
		`later{"all":[1,2],"delta":[1,2],"host":2,"last":"look","un":2,"unique":["a"]}`,
		`end{"all":[1,2],"delta":[1,2],"host":2,"last":"later","unique":["a"]}`,
	}
	for i, w := range want {
		if i >= len(sees) || sees[i] != w {
			t.Errorf("node %d saw %q, want %s", i, sees, w)
			break
		}
	}
	if last := sees[len(sees)-1]; !strings.HasPrefix(last, "cleanup") {
		t.Errorf("the deferred node did not run last: %q", sees)
	}
}

func TestWiredGraphs(t *testing.T) {
	t.Parallel()
	g := compile(t, runtime.Spec{
		Wired: true, SingleInput: true, SingleOutput: true, Input: []string{"in"}, Output: []string{"out"},
		Channels: []runtime.ChannelSpec{{Name: "in"}, {Name: "mid"}, {Name: "out"}},
		Nodes: []runtime.NodeSpec{
			{Name: "first", Triggers: []string{"in"}, Read: []string{"in"}, Func: nodeFunc(func(_ *runtime.Task, s state) (any, error) {
				return state{"mid": s["in"].(string) + " first"}, nil
			})},
			{Name: "second", Triggers: []string{"mid"}, Read: []string{"mid"}, Func: nodeFunc(func(_ *runtime.Task, s state) (any, error) {
				return state{"out": s["mid"].(string) + " second"}, nil
			})},
		},
	})
	if !g.Wired() || !g.AnyInput() || g.Function() || strings.Join(g.NodeNames(), " ") != "first second" || !g.HasNode("first") || g.HasNode("third") || g.NodeSpec("second") == nil {
		t.Error("the graph does not know what it is")
	}
	res := invoke(g, "go", nil, runtime.Options{Saver: &checkpoint.MemorySaver{}, ThreadID: "t"})
	if res.Err != nil || res.Values != "go first second" {
		t.Errorf("got %s, %v", asJSON(res.Values), res.Err)
	}
}

func TestStreamsAndTraces(t *testing.T) {
	t.Parallel()
	var seen, chunks, events []string
	g, s := review(t, &seen), &checkpoint.MemorySaver{}
	modes := map[runtime.Mode]string{runtime.ModeValues: "values", runtime.ModeUpdates: "updates", runtime.ModeTasks: "tasks", runtime.ModeCheckpoints: "checkpoints", runtime.ModeDebug: "debug"}
	o := runtime.Options{
		Saver: s, ThreadID: "t", Modes: runtime.ModeValues | runtime.ModeUpdates | runtime.ModeTasks | runtime.ModeCheckpoints | runtime.ModeDebug,
		Emit: func(c runtime.Chunk) { chunks = append(chunks, modes[c.Mode]) },
		Ledger: &runtime.Ledger{Trace: func(e runtime.TraceEvent) {
			name := string(e.Kind) + " " + e.Node
			if e.Ended {
				name += " ended"
			}
			if e.Asks {
				name += " asks"
			}
			if e.Writes != nil {
				for _, w := range e.Writes() {
					name += " " + w.Channel + "=" + string(w.Value)
				}
			}
			events = append(events, name)
		}},
	}
	if res := invoke(g, state{"log": []any{}}, nil, o); res.Err != nil || !res.Interrupted {
		t.Fatalf("%+v", res)
	}
	for _, mode := range modes {
		if !slices.Contains(chunks, mode) {
			t.Errorf("no chunk of mode %s among %q", mode, chunks)
		}
	}
	for _, want := range []string{"run ", "superstep ", "task draft", `task draft ended log=["draft"]`, "task ask ended asks", "superstep  ended", "commit  ended", "run  ended asks"} {
		if !slices.Contains(events, want) {
			t.Errorf("no event %q among %q", want, events)
		}
	}
}
