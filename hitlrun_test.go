// This file tests the front door: threads that are started, answered and read.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

func open(t *testing.T, path string) *hitlrun.Store {
	t.Helper()
	s, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func load(t *testing.T, source string) *hitlrun.Script {
	t.Helper()
	s, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(source), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestAnswersThatAreFalse(t *testing.T) {
	t.Parallel()
	store, script := open(t, ":memory:"), load(t, flow)
	for i, value := range []string{"false", "0", `""`, "null"} {
		id := fmt.Sprint(i)
		if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{"to":"Ann"}`)}); err != nil {
			t.Fatal(err)
		}
		res, err := store.Resume(t.Context(), id, hitlrun.Answer{Value: json.RawMessage(value)})
		if err != nil || !strings.Contains(string(res.Values), `"dropped"`) {
			t.Errorf("answer %s: got %+v (%v)", value, res, err)
		}
	}
}

func TestAnswersFromAnotherStore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "threads.db")
	first := open(t, path)
	if _, err := first.Start(t.Context(), load(t, flow), hitlrun.Start{ThreadID: "m", Input: json.RawMessage(`{"to":"Ann"}`)}); err != nil {
		t.Fatal(err)
	}
	second := open(t, path)
	list, err := second.Threads(t.Context(), hitlrun.ThreadFilter{Status: hitlrun.StatusInterrupted})
	if err != nil || len(list) != 1 || len(list[0].Interrupts) != 1 || list[0].Interrupts[0].Node != "approve" {
		t.Fatalf("got %+v (%v)", list, err)
	}
	res, err := second.Resume(t.Context(), "m", hitlrun.Answer{
		Value: json.RawMessage("true"), Interrupt: list[0].Interrupts[0].ID, Update: json.RawMessage(`{"text":"changed"}`),
	})
	if err != nil || res.Status != hitlrun.StatusDone || string(res.Values) != `{"to":"Ann","text":"changed","outcome":"sent"}` {
		t.Errorf("got %+v (%v)", res, err)
	}
	history, err := first.History(t.Context(), "m", 2)
	if err != nil || len(history) != 2 || history[0].Source != "loop" {
		t.Errorf("history: got %+v (%v)", history, err)
	}
}

const growing = `
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ list: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const graph = new StateGraph(State)
  .addNode("write", () => ({ list: ["x".repeat(1000)] }))
  .addNode("ask", () => ({ list: [interrupt("more?")] }))
  .addEdge(START, "write").addEdge("write", "ask").addEdge("ask", END).compile();
`

// A long list is stored in pieces, and shown whole.
func TestStateOfLongLists(t *testing.T) {
	t.Parallel()
	store := open(t, ":memory:")
	if _, err := store.Start(t.Context(), load(t, growing), hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`{"list":[%q,"more"]}`, strings.Repeat("x", 1000))
	res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`"more"`)})
	if err != nil || string(res.Values) != want {
		t.Errorf("got %+v (%v)", res, err)
	}
	history, err := store.History(t.Context(), "t", 1)
	if err != nil || string(history[0].Values) != want {
		t.Errorf("the history has %+v (%v)", history, err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	store, script := open(t, ":memory:"), load(t, flow)
	start := func(id, input string) error {
		o := hitlrun.Start{ThreadID: id}
		if input != "" {
			o.Input = json.RawMessage(input)
		}
		_, err := store.Start(t.Context(), script, o)
		return err
	}
	answer := func(id string, a hitlrun.Answer) error {
		_, err := store.Resume(t.Context(), id, a)
		return err
	}
	yes := hitlrun.Answer{Value: json.RawMessage("true")}
	if err := start("m", `{"to":"Ann"}`); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		err  error
		want error
		text string
	}{
		{"unknown thread", answer("nobody", yes), hitlrun.ErrNoThread, `there is no thread "nobody" in the store`},
		{"no input", start("new", ""), hitlrun.ErrNoThread, `no input to start it`},
		{"input while waiting", start("m", `{"to":"Bob"}`), hitlrun.ErrWaiting, "waits for an answer"},
		{"unknown question", answer("m", hitlrun.Answer{Value: json.RawMessage("1"), Interrupt: "ffff"}), hitlrun.ErrNotWaiting, `no question "ffff"`},
		{"no answer", answer("m", hitlrun.Answer{}), hitlrun.ErrWaiting, "give one"},
		{"no JSON", answer("m", hitlrun.Answer{Value: json.RawMessage("{")}), nil, "the answer is not valid JSON"},
	} {
		if c.err == nil || c.want != nil && !errors.Is(c.err, c.want) || !strings.Contains(c.err.Error(), c.text) {
			t.Errorf("%s: got %v, want %v with %q", c.name, c.err, c.want, c.text)
		}
	}
	if err := answer("m", yes); err != nil {
		t.Fatal(err)
	}
	if err := answer("m", yes); !errors.Is(err, hitlrun.ErrResolved) {
		t.Errorf("second answer: got %v, want ErrResolved", err)
	}
}

// TestManyAnswerAtOnce has several reviewers answer the same question through
// stores of their own: one of them wins, the others get an error.
func TestManyAnswerAtOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "threads.db")
	first := open(t, path)
	script := load(t, strings.Replace(flow, `() => ({ outcome: "sent" })`, `({ outcome }) => ({ outcome: (outcome ?? "") + "sent" })`, 1))
	const rounds, reviewers = 10, 4
	var stores []*hitlrun.Store
	for range reviewers {
		stores = append(stores, open(t, path))
	}
	for round := range rounds {
		id := fmt.Sprint("m", round)
		if _, err := first.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{"to":"Ann"}`)}); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		won := make([]bool, reviewers)
		for i, s := range stores {
			wg.Add(1)
			go func() {
				defer wg.Done()
				_, err := s.Resume(context.Background(), id, hitlrun.Answer{Value: json.RawMessage("true")})
				won[i] = err == nil
				if err != nil && !errors.Is(err, hitlrun.ErrBusy) && !errors.Is(err, hitlrun.ErrNotWaiting) && !errors.Is(err, hitlrun.ErrResolved) {
					t.Errorf("round %d: %v", round, err)
				}
			}()
		}
		wg.Wait()
		winners := 0
		for _, w := range won {
			if w {
				winners++
			}
		}
		res, err := first.State(t.Context(), id)
		if winners != 1 || err != nil || !strings.Contains(string(res.Values), `"outcome":"sent"`) {
			t.Errorf("round %d: %d winners, %s (%v)", round, winners, res.Values, err)
		}
	}
}

func TestScriptErrors(t *testing.T) {
	t.Parallel()
	store := open(t, ":memory:")
	failing := load(t, strings.Replace(flow, `() => ({ outcome: "sent" })`, `() => { throw new RangeError("no mail today") }`, 1))
	if _, err := store.Start(t.Context(), failing, hitlrun.Start{ThreadID: "m", Input: json.RawMessage(`{"to":"Ann"}`)}); err != nil {
		t.Fatal(err)
	}
	res, err := store.Resume(t.Context(), "m", hitlrun.Answer{Value: json.RawMessage("true")})
	var e *hitlrun.Error
	if !errors.As(err, &e) || e.Message != "RangeError: no mail today" || e.Position.Line != 9 {
		t.Errorf("got %v (%+v)", err, e)
	}
	if res == nil || res.Status != hitlrun.StatusError || res.Error != "RangeError: no mail today" {
		t.Errorf("got %+v", res)
	}
	if _, err := hitlrun.LoadSource("bad.ts", []byte("const = 5"), hitlrun.ScriptOptions{}); !errors.As(err, &e) || e.Position.Line != 1 {
		t.Errorf("syntax error: got %v", err)
	}
}

// TestCancelledRunsLeaveNothingBehind has contexts end during and right after
// runs: the next run of the script must not notice.
func TestCancelledRunsLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	store := open(t, ":memory:")
	script := load(t, `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
const S = Annotation.Root({ wait: Annotation<number>(), out: Annotation<string>() });
export const graph = new StateGraph(S)
  .addNode("a", async ({ wait }) => { if (wait) await new Promise((r) => setTimeout(r, wait)); return { out: "done" } })
  .addEdge(START, "a").compile();`)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "slow", Input: json.RawMessage(`{"wait":60000}`)}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the deadline", err)
	}
	res, err := store.State(t.Context(), "slow")
	if err != nil || res.Status != hitlrun.StatusRunning {
		t.Errorf("a run that was cut off can be resumed: got %+v (%v)", res, err)
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range 50 {
				ctx, cancel := context.WithCancel(context.Background())
				res, err := store.Start(ctx, script, hitlrun.Start{ThreadID: fmt.Sprint(i, "-", k), Input: json.RawMessage(`{}`)})
				cancel()
				if err != nil || res.Status != hitlrun.StatusDone {
					t.Errorf("run %d of %d: %+v (%v)", k, i, res, err)
					return
				}
			}
		}()
	}
	wg.Wait()
}

// TestThreadsAreResumedAfterFailures has a node refuse an answer, a limit stop a run,
// and a process that is gone; each time the thread can be resumed from the store alone.
func TestThreadsAreResumedAfterFailures(t *testing.T) {
	t.Parallel()
	store := open(t, ":memory:")
	script := load(t, `
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ n: Annotation<any>(), spin: Annotation<boolean>() });
export const graph = new StateGraph(S)
  .addNode("ask", ({ spin }) => {
    if (spin) process.exit(7);
    const n = interrupt("how many?");
    if (typeof n !== "number") throw new TypeError("a number is needed");
    return { n };
  })
  .addEdge(START, "ask").compile();`)
	if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "m", Input: json.RawMessage(`{}`)}); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Resume(t.Context(), "m", hitlrun.Answer{Value: json.RawMessage(`"three"`)}); err == nil {
		t.Fatal("the node took a string")
	}
	if _, err := store.Resume(t.Context(), "m", hitlrun.Answer{}); err == nil || !strings.Contains(err.Error(), "a number is needed") {
		t.Errorf("trying again with the same answer: got %v", err)
	}
	res, err := store.Resume(t.Context(), "m", hitlrun.Answer{Value: json.RawMessage(`3`)})
	if err != nil || string(res.Values) != `{"n":3}` {
		t.Errorf("another answer: got %+v (%v)", res, err)
	}
	if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "x", Input: json.RawMessage(`{"spin":true}`)}); err == nil {
		t.Error("process.exit was not noticed")
	}
	if res, err = store.State(t.Context(), "x"); err != nil || res.Status != hitlrun.StatusError || res.Error == "" {
		t.Errorf("after process.exit: got %+v (%v)", res, err)
	}
	if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "y", Input: json.RawMessage(`[1]`)}); err == nil || !strings.Contains(err.Error(), "must be a JSON object") {
		t.Errorf("an input that is a list: got %v", err)
	}
	if _, err := store.State(t.Context(), "y"); !errors.Is(err, hitlrun.ErrNoThread) {
		t.Errorf("a refused input left a thread: %v", err)
	}
}

// A script from memory may have the name of a file of a built-in module.
func TestSourceNamedAsABuiltInModule(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"graph.mjs", "graph.ts", "state.ts", "index.ts", filepath.Join(t.TempDir(), "graph.js")} {
		var out strings.Builder
		script, err := hitlrun.LoadSource(name, []byte(`import { Annotation, StateGraph } from "@langchain/langgraph";
console.log(typeof new StateGraph(Annotation.Root({ a: Annotation })).compile);`), hitlrun.ScriptOptions{Stdout: &out})
		if err == nil {
			err = script.Run(t.Context())
		}
		if err != nil || out.String() != "function\n" {
			t.Errorf("%s: %q, %v", name, out.String(), err)
		}
	}
}
