// This file tests what hosts report beside the engine: in which order, and not before it is stored.

package runtime_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// recordingSaver records commits in the same log as what is reported.
type recordingSaver struct {
	checkpoint.MemorySaver
	log *[]string
}

func (s *recordingSaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	for range b.Writes {
		*s.log = append(*s.log, "committed")
	}
	return s.MemorySaver.Commit(ctx, b)
}

func TestReportsOfTasksWaitForTheCommit(t *testing.T) {
	t.Parallel()
	var log []string
	var release func()
	quick := nodeFunc(func(task *runtime.Task, _ state) (any, error) {
		task.Now(func() { log = append(log, "now") })
		task.WhenStored(func() { log = append(log, "reported") })
		return state{"log": []any{"quick"}}, nil
	})
	slow := nodeFunc(func(*runtime.Task, state) (any, error) {
		return pending{func(done func(any, error)) {
			release = func() { done(state{"log": []any{"slow"}}, nil) }
		}}, nil
	})
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes:    []runtime.NodeSpec{{Name: "quick", Func: quick}, {Name: "slow", Func: slow}},
		Edges:    []runtime.Edge{edge("__start__", "quick"), edge("__start__", "slow")},
	})
	h := &goHost{}
	o := runtime.Options{Saver: &recordingSaver{log: &log}, ThreadID: "t", Modes: runtime.ModeUpdates}
	o.Emit = func(c runtime.Chunk) { log = append(log, asJSON(c.Payload)) }
	o.Done = func(runtime.Result) {}
	g.Start(context.Background(), h, state{"log": []any{}}, nil, o)
	h.run()
	if want := []string{"now", "committed", "reported", `{"quick":{"log":["quick"]}}`}; !slices.Equal(log[slices.Index(log, "now"):], want) {
		t.Fatalf("got %q, want %q at the end", log, want)
	}
	release()
	h.run()
	if last := log[len(log)-1]; last != `{"slow":{"log":["slow"]}}` {
		t.Errorf("got %q at the end", last)
	}
}

func TestATaskEndsWhenTheHostIsReady(t *testing.T) {
	t.Parallel()
	var log []string
	attempt := 0
	flaky := nodeFunc(func(task *runtime.Task, _ state) (any, error) {
		attempt++
		task.Ending = func(err error, done func()) {
			log = append(log, "ending")
			if err != nil {
				log[len(log)-1] += " " + err.Error()
			}
			done()
		}
		if attempt == 1 {
			return nil, errors.New("not yet")
		}
		return state{"log": []any{"ok"}}, nil
	})
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes:    []runtime.NodeSpec{{Name: "flaky", Func: flaky, Retry: &runtime.RetryPolicy{MaxAttempts: 2}}},
		Edges:    []runtime.Edge{edge("__start__", "flaky")},
	})
	res := invoke(g, state{"log": []any{}}, nil, runtime.Options{Modes: runtime.ModeUpdates, Emit: func(c runtime.Chunk) {
		log = append(log, asJSON(c.Payload))
	}})
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	if want := []string{"ending not yet", "ending", `{"flaky":{"log":["ok"]}}`}; !slices.Equal(log, want) {
		t.Errorf("got %q, want %q", log, want)
	}
}
