// This file tests what can be done with a thread from outside: its state and history, updates, what comes next, runs from old
// checkpoints, answers.

package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// review asks in its second node and goes where the answer says.
func review(t *testing.T, seen *[]string) *runtime.Graph {
	t.Helper()
	word := func(name string) nodeFunc {
		return func(*runtime.Task, state) (any, error) {
			*seen = append(*seen, name)
			return state{"log": []any{name}}, nil
		}
	}
	return compile(t, runtime.Spec{
		Name:     "review",
		Channels: []runtime.ChannelSpec{logChannel("log"), {Name: "who"}},
		Nodes: []runtime.NodeSpec{
			{Name: "draft", Func: word("draft")},
			{Name: "ask", Func: nodeFunc(func(task *runtime.Task, s state) (any, error) {
				*seen = append(*seen, "ask")
				answer, err := task.Interrupt("send it?", nil)
				if err != nil {
					return nil, err
				}
				if answer == "fail" {
					return nil, errors.New("the answer is of no use")
				}
				return &runtime.Command{Updates: []runtime.Update{{Channel: "who", Value: answer}}, Goto: []runtime.Dest{{Node: "send"}}}, nil
			}), Ends: []string{"send", "shelve"}},
			{Name: "send", Func: word("send")}, {Name: "shelve", Func: word("shelve")},
		},
		Edges: []runtime.Edge{edge("__start__", "draft"), edge("draft", "ask")},
	})
}

func (h *goHost) update(t *testing.T, g *runtime.Graph, s checkpoint.Saver, steps ...[]runtime.StateUpdate) (id string, err error) {
	t.Helper()
	ended := false
	g.UpdateState(t.Context(), h, s, checkpoint.Key{ThreadID: "t"}, steps, runtime.Options{}, func(u runtime.Updated, failed error) {
		id, err, ended = u.Key.ID, failed, true
	})
	h.run()
	if !ended {
		t.Fatal("the update did not end")
	}
	return id, err
}

func TestStateAndHistory(t *testing.T) {
	t.Parallel()
	var seen []string
	g, s, h := review(t, &seen), &checkpoint.MemorySaver{}, &goHost{}
	key := checkpoint.Key{ThreadID: "t"}
	if st, err := g.State(t.Context(), h, s, key, runtime.StateOptions{}); err != nil || st.Metadata != nil || asJSON(st.Values) != `{}` {
		t.Errorf("the state of no thread: %+v, %v", st, err)
	}
	res := invoke(g, state{"log": []any{"in"}}, nil, runtime.Options{Saver: s, ThreadID: "t"})
	if res.Err != nil || !res.Interrupted || res.Interrupts[0].Value != "send it?" {
		t.Fatalf("the start gave %+v", res)
	}
	st, err := g.State(t.Context(), h, s, key, runtime.StateOptions{ResumeIsWrite: true})
	if err != nil || asJSON(st.Values) != `{"log":["in","draft"]}` || strings.Join(st.Next, " ") != "ask" || len(st.Tasks) != 1 || len(st.Tasks[0].Interrupts) != 1 {
		t.Errorf("the state is %+v, %v", st, err)
	}
	tuple, err := s.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	next, err := runtime.NextTasks(tuple, "", true)
	if err != nil || len(next) != 1 || next[0].Node != "ask" || g.WhyNotResumable(tuple, next, "review") != "" {
		t.Errorf("next is %+v, %v", next, err)
	}
	other := compile(t, runtime.Spec{Channels: []runtime.ChannelSpec{logChannel("log")}, Nodes: []runtime.NodeSpec{{Name: "draft", Func: says("d")}}, Edges: []runtime.Edge{edge("__start__", "draft")}})
	if why := other.WhyNotResumable(tuple, next, "other"); !strings.Contains(why, `"ask"`) {
		t.Errorf("a graph without the node: %q", why)
	}
	values, whole := runtime.StoredState(tuple.Checkpoint)
	if whole || len(values) != 1 || values[0].Channel != "log" {
		t.Errorf("the stored state is %+v", values)
	}
	if res := invoke(g, nil, resume("ann"), runtime.Options{Saver: s, ThreadID: "t"}); res.Err != nil || asJSON(res.Values) != `{"log":["in","draft","send"],"who":"ann"}` {
		t.Errorf("the answer gave %s, %v", asJSON(res.Values), res.Err)
	}
	var steps []int
	var nexts []string
	for st, err := range g.History(t.Context(), h, s, key, checkpoint.ListOptions{}, runtime.StateOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		steps, nexts = append(steps, st.Metadata.Step), append(nexts, strings.Join(st.Next, "+"))
		if st.LoadValues != nil {
			if st.Values, err = st.LoadValues(); err != nil {
				t.Error(err)
			}
		}
		if st.Metadata.Step == 1 && asJSON(st.Values) != `{"log":["in","draft"]}` {
			t.Errorf("step 1 had %s", asJSON(st.Values))
		}
	}
	if asJSON(steps) != "[3,2,1,0,-1]" || strings.Join(nexts, " ") != " send ask draft __start__" {
		t.Errorf("the history has steps %v and next %q", steps, nexts)
	}
	if got := strings.Join(seen, " "); got != "draft ask ask send" {
		t.Errorf("nodes ran: %s", got)
	}
}

func TestUpdates(t *testing.T) {
	t.Parallel()
	var seen []string
	g, s, h := review(t, &seen), &checkpoint.MemorySaver{}, &goHost{}
	list := func(words ...any) runtime.Value { return state{"log": words} }
	for what, c := range map[string]struct {
		steps [][]runtime.StateUpdate
		want  string
	}{
		"nothing":         {nil, "No supersteps provided"},
		"an empty step":   {[][]runtime.StateUpdate{{}}, "No updates provided"},
		"an unknown node": {[][]runtime.StateUpdate{{{Values: list("x"), AsNode: "nobody", HasNode: true}}}, "nobody"},
	} {
		if _, err := h.update(t, g, s, c.steps...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", what, err, c.want)
		}
	}
	if _, err := h.update(t, g, s, []runtime.StateUpdate{{Values: list("by hand"), AsNode: "__start__", HasNode: true}}); err != nil {
		t.Fatal(err)
	}
	if res := invoke(g, nil, nil, runtime.Options{Saver: s, ThreadID: "t"}); res.Err != nil || !res.Interrupted {
		t.Fatalf("the run behind an update: %+v", res)
	}
	before, err := h.update(t, g, s, []runtime.StateUpdate{{Values: state{"who": "ben"}}}, []runtime.StateUpdate{{Values: list("twice"), AsNode: "draft", HasNode: true}})
	if err != nil {
		t.Fatal(err)
	}
	st, err := g.State(t.Context(), h, s, checkpoint.Key{ThreadID: "t", ID: before}, runtime.StateOptions{})
	if err == nil && st.LoadValues != nil {
		st.Values, err = st.LoadValues()
	}
	if err != nil || asJSON(st.Values) != `{"log":["by hand","draft","twice"],"who":"ben"}` || strings.Join(st.Next, " ") != "ask" || st.Metadata.Source != checkpoint.SourceUpdate {
		t.Errorf("the state is %+v, %v", st, err)
	}
	copied, err := h.update(t, g, s, []runtime.StateUpdate{{AsNode: "__copy__", HasNode: true}})
	if err != nil || copied == before {
		t.Errorf("a copy is %q, %v", copied, err)
	}
	ended, err := h.update(t, g, s, []runtime.StateUpdate{{AsNode: "__end__", HasNode: true}})
	if err != nil {
		t.Fatal(err)
	}
	if st, err := g.State(t.Context(), h, s, checkpoint.Key{ThreadID: "t", ID: ended}, runtime.StateOptions{}); err != nil || len(st.Next) != 0 {
		t.Errorf("behind the end comes %q, %v", st.Next, err)
	}
	// A run from the checkpoint before starts a branch.
	res := invoke(g, nil, resume("ann"), runtime.Options{Saver: s, ThreadID: "t", CheckpointID: before})
	if res.Err != nil || res.Interrupted && res.Interrupts == nil {
		t.Errorf("a run from an older checkpoint: %+v", res)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	var seen []string
	g, s := review(t, &seen), &checkpoint.MemorySaver{}
	o := runtime.Options{Saver: s, ThreadID: "t", By: "ann", Thread: true, RunID: "r"}
	first := invoke(g, state{"log": []any{}}, nil, o)
	if first.Err != nil || len(first.Interrupts) != 1 {
		t.Fatalf("%+v", first)
	}
	id := first.Interrupts[0].ID
	if !runtime.IsInterruptID(id) || runtime.IsInterruptID("no") {
		t.Errorf("the id of the question is %q", id)
	}
	byID := func(id string, v any) *runtime.Command {
		return &runtime.Command{HasResume: true, ResumeByID: map[string]runtime.Value{id: v}}
	}
	if res := invoke(g, nil, byID(strings.Repeat("0", 32), "x"), o); res.Err == nil || !strings.Contains(res.Err.Error(), "has no question") {
		t.Errorf("an answer to another question: %v", res.Err)
	}
	unfit := o
	unfit.CheckAnswer = func(question, answer runtime.Value) error {
		if answer == "fits" || answer == "fail" {
			return nil
		}
		return errors.New("it does not fit " + question.(string))
	}
	if res := invoke(g, nil, byID(id, "x"), unfit); res.Err == nil || !strings.Contains(res.Err.Error(), "it does not fit send it?") {
		t.Errorf("an answer that does not fit: %v", res.Err)
	}
	if res := invoke(g, nil, byID(id, "fail"), unfit); res.Err == nil || !strings.Contains(res.Err.Error(), "of no use") {
		t.Fatalf("an answer that the node fails with: %v", res.Err)
	}
	failed, err := runtime.FailedAnswers(t.Context(), s, "t", id[:4])
	if err != nil || len(failed) != 1 || failed[0] != id {
		t.Errorf("questions with answers that failed: %q, %v", failed, err)
	}
	if _, err := runtime.FailedAnswers(t.Context(), s, "nobody", ""); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("of no thread: %v", err)
	}
	again := o
	again.AnswerAgain = true
	if res := invoke(g, nil, byID(id, "fits"), again); res.Err != nil || asJSON(res.Values) != `{"log":["draft","send"],"who":"fits"}` {
		t.Errorf("the other answer gave %s, %v", asJSON(res.Values), res.Err)
	}
	if res := invoke(g, nil, byID(id, "late"), o); res.Err == nil {
		t.Error("a second answer was taken")
	}
	if failed, err := runtime.FailedAnswers(t.Context(), s, "t", ""); err != nil || len(failed) != 0 {
		t.Errorf("behind a good answer: %q, %v", failed, err)
	}
}

func TestDeadlines(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	for _, fails := range []bool{false, true} {
		g := compile(t, runtime.Spec{
			Channels: []runtime.ChannelSpec{{Name: "got"}},
			Nodes: []runtime.NodeSpec{{Name: "ask", Func: nodeFunc(func(task *runtime.Task, _ state) (any, error) {
				answer, err := task.Interrupt("?", &runtime.Deadline{At: time.Unix(1_000_000, 0).Add(time.Hour), Answer: "too late", Fails: fails})
				if err != nil {
					return nil, err
				}
				return state{"got": answer}, nil
			})}},
			Edges: []runtime.Edge{edge("__start__", "ask")},
		})
		s := &checkpoint.MemorySaver{}
		o := runtime.Options{Saver: s, ThreadID: "t", Now: func() time.Time { return now }}
		first := invoke(g, state{"got": ""}, nil, o)
		if first.Err != nil || !first.Interrupted {
			t.Fatalf("%+v", first)
		}
		named := func() *runtime.Command {
			return &runtime.Command{HasResume: true, TimedOut: []string{first.Interrupts[0].ID}}
		}
		for _, c := range []*runtime.Command{named(), {HasResume: true, Overdue: true}} {
			if res := invoke(g, nil, c, o); res.Err == nil || !strings.Contains(res.Err.Error(), "overdue") {
				t.Errorf("a deadline that is not over was applied: %s", asJSON(res.Values))
			}
		}
		o.Now = func() time.Time { return now.Add(2 * time.Hour) }
		res := invoke(g, nil, named(), o)
		if fails && res.Err == nil || !fails && (res.Err != nil || asJSON(res.Values) != `{"got":"too late"}`) {
			t.Errorf("fails %v: %s, %v", fails, asJSON(res.Values), res.Err)
		}
	}
}

// Breakpoints, limits and drains end a run at a checkpoint from which it can be resumed.
func TestRunsStandStill(t *testing.T) {
	t.Parallel()
	var seen []string
	g, s := review(t, &seen), &checkpoint.MemorySaver{}
	o := runtime.Options{Saver: s, ThreadID: "t", InterruptAfter: &runtime.Names{List: []string{"draft"}}}
	if res := invoke(g, state{"log": []any{}}, nil, o); res.Err != nil || !res.Interrupted || len(res.Interrupts) != 0 {
		t.Errorf("a breakpoint behind a node: %+v", res)
	}
	o.InterruptAfter, o.InterruptBefore = nil, &runtime.Names{All: true}
	if res := invoke(g, nil, nil, o); !res.Interrupted {
		t.Errorf("a breakpoint before a node: %+v", res)
	}
	o.InterruptBefore = nil
	o.Drain = func() (string, bool) { return "the server ends", true }
	if res := invoke(g, nil, nil, o); res.Err == nil || !strings.Contains(res.Err.Error(), "the server ends") {
		t.Errorf("a drain: %+v", res)
	}
	o.Drain = nil
	if res := invoke(g, nil, nil, o); !res.Interrupted || len(res.Interrupts) != 1 {
		t.Errorf("and on: %+v", res)
	}
	if got := strings.Join(seen, " "); got != "draft ask ask" { // the second breakpoint is at the checkpoint of the first one
		t.Errorf("nodes ran: %s", got)
	}
}

// What is stored of questions and answers is read again.
func TestStoredQuestionsAndAnswers(t *testing.T) {
	t.Parallel()
	h := &goHost{}
	in := runtime.Interrupt{ID: runtime.InterruptID("ask:1", 0), NS: "ask:1", Node: "ask", Value: state{"q": "send?"}, Deadline: &runtime.Deadline{At: time.Unix(1_000_000, 0).UTC(), Answer: "no"}}
	blob, err := runtime.DumpInterrupt(h, in)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := runtime.LoadInterrupt(h, blob); err != nil || asJSON(got) != asJSON(in) {
		t.Errorf("the question came back as %s, %v", asJSON(got), err)
	}
	blob, err = runtime.DumpAnswer(h, "yes", nil)
	if err != nil {
		t.Fatal(err)
	}
	if data, used, err := runtime.AnswerData(blob); err != nil || used || string(data.Data) != `"yes"` {
		t.Errorf("the answer came back as %s, %v", data.Data, err)
	}
	if _, _, err := runtime.AnswerData(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("{")}); err == nil {
		t.Error("a damaged answer was read")
	}
	if got := runtime.SharedNS("a:1|b:2"); got != "a|b" {
		t.Errorf("the shared namespace is %q", got)
	}
	entry := &checkpoint.AuditEntry{ThreadID: "t", At: time.Unix(1_000_000, 0)}
	entry.By = "ben"
	entry.Events = []checkpoint.Event{{Kind: checkpoint.EventAnswer, Interrupt: in.ID}}
	if got := runtime.Resolved(entry, in.ID); got.By != "ben" || got.TimedOut || !strings.Contains(got.Error(), "ben") {
		t.Errorf("who was first is %+v: %v", got, got)
	}
	for _, bad := range []runtime.Spec{
		{Channels: []runtime.ChannelSpec{{Name: "x"}}, Nodes: []runtime.NodeSpec{{Name: "a"}}, Edges: []runtime.Edge{edge("__start__", "b")}},
		{Channels: []runtime.ChannelSpec{{Name: "x"}}, Nodes: []runtime.NodeSpec{{Name: "a"}, {Name: "a"}}},
	} {
		if _, err := runtime.NewGraph(bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

// A function of the functional API gets its input as it is, and what it returned is the next time's previous value.
func TestFunctions(t *testing.T) {
	t.Parallel()
	g := compile(t, runtime.Spec{Name: "sum", Function: &runtime.NodeSpec{Name: "sum", Func: childFunc(func(c *coroutine) (any, error) {
		return c.Input, nil
	})}})
	if !g.Function() || g.FunctionName() != "sum" || !g.AnyInput() || g.HasChannel("x") {
		t.Error("the graph does not know that it is a function")
	}
	s := &checkpoint.MemorySaver{}
	for _, in := range []float64{3, 4} {
		if res := invoke(g, in, nil, runtime.Options{Saver: s, ThreadID: "t"}); res.Err != nil || !res.Interrupted && asJSON(res.Values) != asJSON(in) {
			t.Errorf("%v: got %s, %v", in, asJSON(res.Values), res.Err)
		}
	}
	tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"})
	if err != nil {
		t.Fatal(err)
	}
	values, whole := runtime.StoredState(tuple.Checkpoint)
	if !whole || string(values[0].Blob.Data) != "4" {
		t.Errorf("the stored state is %+v", values)
	}
	if next, err := runtime.NextTasks(tuple, "sum", true); err != nil || len(next) != 0 {
		t.Errorf("next is %+v, %v", next, err)
	}
}

// A join of which one part has run, and Sends that ask, are found again after the process is another one.
func TestJoinsAndSendsWait(t *testing.T) {
	t.Parallel()
	asks := func(name string) nodeFunc {
		return func(task *runtime.Task, s state) (any, error) {
			answer, err := task.Interrupt(name, nil)
			if err != nil {
				return nil, err
			}
			x, _ := s["x"].(string)
			return state{"log": []any{name + x + answer.(string)}}, nil
		}
	}
	fan := branchFunc(func(state) []runtime.Dest {
		return []runtime.Dest{{Send: &runtime.Send{Node: "work", Args: state{"x": " 1 "}}}, {Send: &runtime.Send{Node: "work", Args: state{"x": " 2 "}}}}
	})
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{
			{Name: "quick", Func: says("quick")}, {Name: "slow", Func: says("slow")}, {Name: "slower", Func: asks("slower")},
			{Name: "both", Func: says("both")}, {Name: "work", Func: asks("work")},
		},
		Edges:    []runtime.Edge{edge("__start__", "quick"), edge("__start__", "slow"), edge("slow", "slower")},
		Joins:    []runtime.Join{{From: []string{"quick", "slower"}, To: "both"}},
		Branches: []runtime.BranchSpec{{Source: "both", Func: fan}},
	})
	s := &checkpoint.MemorySaver{}
	o := runtime.Options{Saver: s, ThreadID: "t"}
	next := func() string {
		t.Helper()
		tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"})
		if err != nil {
			t.Fatal(err)
		}
		tasks, err := runtime.NextTasks(tuple, "", true)
		if err != nil || g.WhyNotResumable(tuple, tasks, "g") != "" {
			t.Errorf("next is %+v, %v", tasks, err)
		}
		var names []string
		for _, task := range tasks {
			names = append(names, task.Node)
		}
		return strings.Join(names, " ")
	}
	if res := invoke(g, state{"log": []any{}}, nil, o); res.Err != nil || !res.Interrupted || next() != "slower" {
		t.Fatalf("%+v, next %s", res, next())
	}
	res := invoke(g, nil, resume("yes"), o)
	if res.Err != nil || len(res.Interrupts) != 2 || next() != "work work" {
		t.Fatalf("%+v, next %s", res, next())
	}
	answers := map[string]runtime.Value{res.Interrupts[0].ID: "a", res.Interrupts[1].ID: "b"}
	res = invoke(g, nil, &runtime.Command{HasResume: true, ResumeByID: answers}, o)
	if res.Err != nil || asJSON(res.Values) != `{"log":["quick","slow","sloweryes","both","work 1 a","work 2 b"]}` {
		t.Errorf("got %s, %v", asJSON(res.Values), res.Err)
	}
}

func TestRunsThatCannotBe(t *testing.T) {
	t.Parallel()
	var seen []string
	g := review(t, &seen)
	if res := invoke(g, state{"log": []any{}}, nil, runtime.Options{}); res.Err == nil || !strings.Contains(res.Err.Error(), "No checkpointer") {
		t.Errorf("a question without a saver: %v", res.Err)
	}
	if res := invoke(g, state{"log": []any{}}, nil, runtime.Options{Saver: &checkpoint.MemorySaver{}}); res.Err == nil || !strings.Contains(res.Err.Error(), "thread_id") {
		t.Errorf("a saver without a thread: %v", res.Err)
	}
}

// postedHost takes functions from other goroutines: the context of a run ends on one.
type postedHost struct {
	*goHost
	posted chan func()
}

func newPostedHost() *postedHost { return &postedHost{&goHost{}, make(chan func(), 100)} }

func (h *postedHost) Defer(f func()) { h.posted <- f }

// until calls the functions until a run has ended.
func (h *postedHost) until(t *testing.T, ended *bool) {
	t.Helper()
	for !*ended {
		select {
		case f := <-h.posted:
			f()
		case <-time.After(time.Minute):
			t.Fatal("the run did not end")
		}
	}
}

// A run whose context ends stops its tasks, and its thread is left as its last superstep committed it.
func TestRunsAreCancelled(t *testing.T) {
	t.Parallel()
	h, s := newPostedHost(), &checkpoint.MemorySaver{}
	ctx, cancel := context.WithCancelCause(t.Context())
	aborted := false
	g := compile(t, runtime.Spec{
		Channels: []runtime.ChannelSpec{logChannel("log")},
		Nodes: []runtime.NodeSpec{{Name: "first", Func: says("first")}, {Name: "hangs", Func: nodeFunc(func(task *runtime.Task, _ state) (any, error) {
			return pending{func(done func(any, error)) {
				task.OnAbort(func(err error) { aborted = true; done(nil, err) })
				cancel(errors.New("ann said so"))
			}}, nil
		})}},
		Edges: []runtime.Edge{edge("__start__", "first"), edge("first", "hangs")},
	})
	var res runtime.Result
	ended := false
	g.Start(ctx, h, state{"log": []any{}}, nil, runtime.Options{Saver: s, ThreadID: "t", Done: func(r runtime.Result) { res, ended = r, true }})
	h.until(t, &ended)
	if res.Err == nil || res.Err.Error() != "ann said so" || !aborted {
		t.Errorf("the run ended with %v, its task was stopped: %v", res.Err, aborted)
	}
	tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: "t"})
	if err != nil {
		t.Fatal(err)
	}
	if next, err := runtime.NextTasks(tuple, "", true); err != nil || len(next) != 1 || next[0].Node != "hangs" {
		t.Errorf("next is %+v, %v", next, err)
	}
}
