// This file kills runs after every commit, and looks that no answer is lost and
// none is used twice.

package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

var errKilled = errors.New("killed")

// mortalSaver is a saver whose process dies after so many commits: from then on
// nothing reaches the saver behind it.
type mortalSaver struct {
	checkpoint.Saver
	left int
}

func (m *mortalSaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	if m.left == 0 {
		return errKilled
	}
	m.left--
	return m.Saver.Commit(ctx, b)
}

// CommitAll implements checkpoint.Grouper.
func (m *mortalSaver) CommitAll(ctx context.Context, batches []checkpoint.Batch) error {
	if m.left == 0 {
		return errKilled
	}
	m.left--
	for _, b := range batches {
		if err := m.Saver.Commit(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// asks is a node that asks its questions in turn and logs the answers.
func asks(questions ...string) nodeFunc {
	return func(t *runtime.Task, _ state) (any, error) {
		var log []any
		for _, q := range questions {
			a, err := t.Interrupt(q, nil)
			if err != nil {
				return nil, err
			}
			log = append(log, fmt.Sprintf("%s=%v", q, a))
		}
		return state{"log": log}, nil
	}
}

// calls is a node that runs graphs one after the other, and asks a question of its own behind them.
func calls(question string, graphs ...*runtime.Graph) nodeFunc {
	return func(t *runtime.Task, _ state) (any, error) {
		var log []any
		return pending{func(done func(any, error)) {
			var next func(i int)
			next = func(i int) {
				if i == len(graphs) {
					a, err := t.Interrupt(question, nil)
					log = append(log, fmt.Sprintf("%s=%v", question, a))
					done(state{"log": log}, err)
					return
				}
				o := *t.Run().Options()
				o.Parent, o.Emit = t, nil
				o.Done = func(r runtime.Result) {
					if r.Err != nil {
						done(nil, r.Err)
						return
					}
					log = append(log, r.Values.(state)["log"].([]any)...)
					next(i + 1)
				}
				h := t.Run().Host()
				graphs[i].Start(context.Background(), h, state{"log": []any{}}, nil, o)
			}
			next(0)
		}}, nil
	}
}

// workflow has questions in a node, in subgraphs that follow each other in one
// node, and behind them.
func workflow(t *testing.T) *runtime.Graph {
	inner := func(a, b, c string) *runtime.Graph {
		return compile(t, runtime.Spec{
			Channels: []runtime.ChannelSpec{logChannel("log")},
			Nodes:    []runtime.NodeSpec{{Name: "first", Func: asks(a, b)}, {Name: "then", Func: asks(c)}},
			Edges:    []runtime.Edge{edge("__start__", "first"), edge("first", "then")},
		})
	}
	return compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{
			{Name: "begin", Func: asks("q1", "q2")},
			{Name: "middle", Func: calls("q9", inner("q3", "q4", "q5"), inner("q6", "q7", "q8"))},
			{Name: "end", Func: asks("q10")},
		},
		Edges: []runtime.Edge{edge("__start__", "begin"), edge("begin", "middle"), edge("middle", "end")},
	})
}

// TestKillAtEveryCommit answers each question once. The process dies in the middle
// of the n-th commit-bearing step, for every n; the next one resumes from what is
// stored. It gives an answer again only if that answer was not stored.
func TestKillAtEveryCommit(t *testing.T) {
	t.Parallel()
	const questions = 10
	for _, durability := range []runtime.Durability{runtime.Boundary, runtime.Sync} {
		undisturbed := drive(t, durability, -1)
		if want := asJSON(allAnswers(questions)); undisturbed != want {
			t.Fatalf("undisturbed: got %s, want %s", undisturbed, want)
		}
		for n := 0; n < 60; n++ {
			if got := drive(t, durability, n); got != undisturbed {
				t.Errorf("killed after %d commits (durability %d): got %s, want %s", n, durability, got, undisturbed)
			}
		}
	}
}

func allAnswers(n int) []any {
	var all []any
	for i := 1; i <= n; i++ {
		all = append(all, fmt.Sprintf("q%d=answer to q%d", i, i))
	}
	return all
}

// drive runs the workflow to its end, with one death after so many commits.
func drive(t *testing.T, d runtime.Durability, death int) string {
	t.Helper()
	store := &checkpoint.MemorySaver{}
	g := workflow(t)
	mortal := &mortalSaver{store, death}
	call := func(input runtime.Value, cmd *runtime.Command) runtime.Result {
		var s checkpoint.Saver = store
		if mortal != nil && death >= 0 {
			s = mortal
		}
		return invoke(g, input, cmd, runtime.Options{Saver: s, ThreadID: "t", Durability: d})
	}
	log, _ := answerAll(t, store, call, func() { mortal, death = nil, -1 })
	return log
}

// answerAll runs a workflow to its end and returns its log. Each question gets the answer that
// names it. revive is called when the process has died; died says whether it was.
func answerAll(t *testing.T, store checkpoint.Saver, call func(runtime.Value, *runtime.Command) runtime.Result, revive func()) (log string, died bool) {
	t.Helper()
	res := call(state{"log": []any{}}, nil)
	for range 100 {
		if errors.Is(res.Err, errKilled) {
			revive()
			died = true
			res = goOn(store, call)
			continue
		}
		if res.Err != nil {
			t.Fatalf("unexpected error: %v", res.Err)
		}
		if !res.Interrupted {
			return asJSON(res.Values.(state)["log"]), died
		}
		res = call(nil, resume("answer to "+res.Interrupts[0].Value.(string)))
	}
	t.Fatal("the workflow does not end")
	return "", died
}

// goOn does what the next process does: it resumes the thread from its newest checkpoint. It gives the
// input again if no checkpoint was stored.
func goOn(store checkpoint.Saver, call func(runtime.Value, *runtime.Command) runtime.Result) runtime.Result {
	if _, err := store.Get(context.Background(), checkpoint.Key{ThreadID: "t"}); errors.Is(err, checkpoint.ErrNotFound) {
		return call(state{"log": []any{}}, nil)
	}
	return call(nil, nil)
}

// TestKillBesideARememberedGraph runs an inner graph that remembers its state twice, the second time beside two other nodes. The
// process dies after every commit, also between that of such a node and the first of the graph.
func TestKillBesideARememberedGraph(t *testing.T) {
	t.Parallel()
	inner := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes:    []runtime.NodeSpec{{Name: "i", Func: says("i")}, {Name: "j", Func: says("j")}},
		Edges:    []runtime.Edge{edge("__start__", "i"), edge("i", "j")},
	})
	remembered := nodeFunc(func(t *runtime.Task, _ state) (any, error) {
		return pending{func(done func(any, error)) {
			o := *t.Run().Options()
			o.Parent, o.Emit, o.SharedNS = t, nil, true
			o.Done = func(r runtime.Result) { done(r.Values, r.Err) }
			inner.Start(context.Background(), t.Run().Host(), state{"log": []any{"in"}}, nil, o)
		}}, nil
	})
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{
			{Name: "ask", Func: asks("q")}, {Name: "more", Func: says("more")}, {Name: "beside", Func: says("beside")},
			{Name: "run", Func: remembered},
		},
		Edges: []runtime.Edge{edge("__start__", "run"), edge("more", "run"), edge("more", "ask"), edge("more", "beside")},
		Branches: []runtime.BranchSpec{{Source: "run", Func: branchFunc(func(s state) []runtime.Dest {
			if slices.Contains(s["log"].([]any), any("more")) {
				return nil
			}
			return []runtime.Dest{{Node: "more"}}
		})}},
	})
	run := func(death int) string {
		store := &checkpoint.MemorySaver{}
		mortal := &mortalSaver{store, death}
		call := func(input runtime.Value, cmd *runtime.Command) runtime.Result {
			return invoke(g, input, cmd, runtime.Options{Saver: mortal, ThreadID: "t"})
		}
		log, _ := answerAll(t, store, call, func() { mortal.left = -1 })
		return log
	}
	undisturbed := run(-1)
	for n := range 25 {
		if got := run(n); got != undisturbed {
			t.Errorf("killed after %d commits: got %s, want %s", n, got, undisturbed)
		}
	}
}
