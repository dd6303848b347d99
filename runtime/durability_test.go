// This file tests which commits survive a power cut: those that someone is notified of.

package runtime_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// syncSaver writes down what each commit says, with a * if it is synced.
type syncSaver struct {
	checkpoint.MemorySaver
	log []string
}

func (s *syncSaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	word := "writes"
	if b.Checkpoint != nil {
		word = b.Checkpoint.Metadata.Source
	}
	if b.Thread != nil {
		word += ":" + string(b.Thread.Status)
	}
	if b.Sync {
		word += "*"
	}
	s.log = append(s.log, word)
	return s.MemorySaver.Commit(ctx, b)
}

func TestWhatIsReportedIsSynced(t *testing.T) {
	t.Parallel()
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes:    []runtime.NodeSpec{{Name: "before", Func: says("before")}, {Name: "ask", Func: asks("q")}, {Name: "after", Func: says("after")}},
		Edges:    []runtime.Edge{edge("__start__", "before"), edge("before", "ask"), edge("ask", "after")},
	})
	for _, c := range []struct {
		durability runtime.Durability
		want       string
	}{
		{runtime.Boundary, "input:running loop loop writes:interrupted* writes:running* loop loop:done*"},
		{runtime.Sync, "input:running* loop* loop* writes:interrupted* writes:running* loop* loop:done*"},
		{runtime.Async, "input:running loop loop writes:interrupted writes:running loop loop:done"},
	} {
		s := &syncSaver{}
		o := runtime.Options{Saver: s, ThreadID: "t", Thread: true, Durability: c.durability}
		if res := invoke(g, state{"log": []any{}}, nil, o); res.Err != nil || !res.Interrupted {
			t.Fatalf("got %+v", res)
		}
		if res := invoke(g, nil, resume("yes"), o); res.Err != nil || res.Interrupted {
			t.Fatalf("got %+v", res)
		}
		if got := strings.Join(s.log, " "); got != c.want {
			t.Errorf("durability %d:\ngot  %s\nwant %s", c.durability, got, c.want)
		}
	}
}

// TestADeferredNodeIsNotTheEnd runs a graph whose last nodes are deferred. If its process ends in one of them, the thread has to be
// found by those who look for threads that are not done.
func TestADeferredNodeIsNotTheEnd(t *testing.T) {
	t.Parallel()
	for _, join := range []bool{false, true} {
		spec := runtime.Spec{
			Channels: []runtime.ChannelSpec{logChannel("log")},
			Nodes: []runtime.NodeSpec{
				{Name: "a", Func: says("a")}, {Name: "b", Func: says("b")},
				{Name: "last", Func: says("last"), Defer: true}, {Name: "after", Func: says("after")},
			},
			Edges: []runtime.Edge{edge("__start__", "a"), edge("a", "b"), edge("last", "after")},
			Joins: []runtime.Join{{From: []string{"a", "b"}, To: "last"}},
		}
		if !join {
			spec.Edges, spec.Joins = append(spec.Edges, edge("b", "last")), nil
		}
		s := &syncSaver{}
		res := invoke(compile(t, spec), state{"log": []any{}}, nil, runtime.Options{Saver: s, ThreadID: "t", Thread: true})
		if got := asJSON(res.Values); res.Err != nil || got != `{"log":["a","b","last","after"]}` {
			t.Errorf("got %s, %v", got, res.Err)
		}
		if got, want := strings.Join(s.log, " "), "input:running loop loop loop loop loop:done*"; got != want {
			t.Errorf("join %v:\ngot  %s\nwant %s", join, got, want)
		}
	}
}
