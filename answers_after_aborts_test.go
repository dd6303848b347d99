// This file tests answers with which a node did not end: a limit ended the run, the script did, or a defect did.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// aborts are answers that end the run of the node below that gets them, each in a way of its own.
var aborts = map[string]string{
	"thrown":    `throw new Error("thrown")`,
	"turn":      `for (;;);`,
	"time":      `await new Promise((done) => setTimeout(done, 1e6))`,
	"depth":     `const f = (): number => f() + 1; f()`,
	"output":    `for (;;) console.log("x".repeat(1000))`,
	"payload":   `return { log: ["x".repeat(2e6)] }`,
	"rejection": `Promise.reject(new Error("unhandled")); await new Promise((done) => setTimeout(done, 50))`,
	"uncaught":  `setTimeout(() => { throw new Error("uncaught"); }, 1); await new Promise((done) => setTimeout(done, 50))`,
	"exit":      `process.exit(3)`,
	"dangling":  `await new Promise(() => {})`,
}

// abortsFlow returns a script whose nodes ask, in a graph of the shape.
func abortsFlow(shape string) string {
	var cases strings.Builder
	for answer, code := range aborts {
		fmt.Fprintf(&cases, "  if (answer === %q) { %s; }\n", answer, code)
	}
	graph := map[string]string{
		"node": `export const graph = new StateGraph(State).addNode("a", ask("a")).addEdge(START, "a").compile();`,
		"subgraph": `const inner = new StateGraph(State).addNode("first", () => ({ log: ["first"] })).addNode("a", ask("a")).addEdge(START, "first").addEdge("first", "a").compile();
export const graph = new StateGraph(State).addNode("inner", inner).addEdge(START, "inner").compile();`,
		"called": `const inner = new StateGraph(State).addNode("a", ask("a")).addEdge(START, "a").compile();
export const graph = new StateGraph(State).addNode("outer", async (s) => { const { log } = await inner.invoke({}); return { log: log.slice(s.log.length) }; }).addEdge(START, "outer").compile();`,
		"second": `const ask2 = ask("a");
export const graph = new StateGraph(State).addNode("a", async () => { const before = interrupt("before?"); const { log } = await ask2() as any; return { log: [before, ...log] }; }).addEdge(START, "a").compile();`,
		"parallel": `export const graph = new StateGraph(State).addNode("a", ask("a")).addNode("b", ask("b")).addEdge(START, "a").addEdge(START, "b").compile();`,
	}[shape]
	return `
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const ask = (name: string) => async (): Promise<any> => {
  const answer = interrupt(name + "?");
` + cases.String() + `  return { log: [name + ":" + answer] };
};
` + graph
}

// abortLimits end each of aborts soon.
var abortLimits = hitlrun.Limits{Turn: 300 * time.Millisecond, Wall: 2 * time.Second, CallDepth: 1000, OutputBytes: 100_000, PayloadBytes: 1 << 20}

// An answer with which a node did not end can be replaced, whatever ended the run, at any depth, and with any number of
// answers before it and beside it. Nobody else's answer is lost by that.
func TestAnswersAfterAborts(t *testing.T) {
	t.Parallel()
	for _, shape := range []string{"node", "subgraph", "called", "second", "parallel"} {
		t.Run(shape, func(t *testing.T) {
			t.Parallel()
			eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
				t.Parallel()
				o.Limits, o.Stdout, o.Stderr = abortLimits, new(strings.Builder), new(strings.Builder)
				store, script := open(t, ":memory:"), loadWith(t, abortsFlow(shape), o)
				for answer := range aborts {
					replaceAfterAbort(t, store, script, shape, answer)
				}
			})
		})
	}
}

func replaceAfterAbort(t *testing.T, store *hitlrun.Store, script *hitlrun.Script, shape, bad string) {
	t.Helper()
	res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: bad, Input: json.RawMessage(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	give := func(a hitlrun.Answer) (*hitlrun.Result, error) {
		a.Script = script
		return store.Resume(t.Context(), bad, a)
	}
	value := func(v string) json.RawMessage { return json.RawMessage(fmt.Sprintf("%q", v)) }
	want := `["a:good"]`
	switch shape {
	case "subgraph":
		want = `["first","a:good"]`
	case "second":
		if res, err = give(hitlrun.Answer{Value: value("yes")}); err != nil {
			t.Fatal(err)
		}
		want = `["yes","a:good"]`
	case "parallel":
		want = `["a:good","b:fine"]`
	}
	ids := map[string]string{}
	for _, in := range res.Interrupts {
		ids[in.Node] = in.ID
	}
	first := hitlrun.Answer{Value: value(bad)}
	if shape == "parallel" {
		first = hitlrun.Answer{Values: map[string]json.RawMessage{ids["a"]: value(bad), ids["b"]: value("fine")}}
	}
	if _, err := give(first); err == nil {
		t.Fatalf("%s: no error", bad)
	}
	if _, err := give(hitlrun.Answer{}); err == nil {
		t.Errorf("%s: the same answer again: no error", bad)
	}
	if _, err := give(hitlrun.Answer{Value: value("late"), Interrupt: ids["a"]}); shape != "called" && !errors.Is(err, hitlrun.ErrResolved) {
		t.Errorf("%s: a second reviewer, who does not know of the failure: %v", bad, err)
	}
	again := hitlrun.Answer{Value: value("good"), Interrupt: ids["a"], Replace: true}
	if res, err = give(again); err != nil {
		t.Errorf("%s: another answer: %v", bad, err)
		return
	}
	var state struct{ Log json.RawMessage }
	if err := json.Unmarshal(res.Values, &state); err != nil || res.Status != hitlrun.StatusDone || string(state.Log) != want {
		t.Errorf("%s: got %s %s (%v), want %s", bad, res.Status, res.Values, err, want)
	}
	if _, err := give(again); !errors.Is(err, hitlrun.ErrResolved) && !errors.Is(err, hitlrun.ErrNotWaiting) {
		t.Errorf("%s: when the thread is done: %v", bad, err)
	}
}

// A node whose effects happen once does with another answer what that answer leads to: what it did with the answer
// before is not repeated, and what others have seen of that is not done again.
func TestEffectsAfterAnotherAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, bad string // what the node does with the answer "bad"
		want      string // calls of the function, in all attempts
	}{
		{"thrown", `await call("reserve"); Math.random(); await call("decline"); throw new Error("bad");`, "before reserve decline accept"},
		{"stopped", `await call("reserve"); Date.now(); await call("decline"); for (;;);`, "before reserve decline accept"},
		{"nothing that is seen", `Math.random(); Math.random(); throw new Error("bad");`, "before reserve accept"},
		{"in another order", `await call("accept"); await call("reserve"); throw new Error("bad");`, "before accept reserve"},
		{"more than with the other", `for (const what of ["reserve", "accept", "more"]) await call(what); crypto.randomUUID(); for (;;);`, "before reserve accept more"},
		{"one that failed", `await call("reserve"); await call("fails");`, "before reserve fails fails accept"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
				var mu sync.Mutex
				var calls []string
				o.Limits = abortLimits
				o.Functions = map[string]hitlrun.Function{"call": hitlrun.RawFunc(func(_ context.Context, args []json.RawMessage) (any, error) {
					mu.Lock()
					defer mu.Unlock()
					what := strings.Trim(string(args[0]), `"`)
					calls = append(calls, what)
					if what == "fails" {
						return nil, errors.New("it failed")
					}
					return what, nil
				})}
				store, script := open(t, ":memory:"), loadWith(t, `
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
const { call } = functions;
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
export const graph = new StateGraph(State).addNode("a", async () => {
  const random = Math.random();
  const log = [await call("before"), interrupt("first?")];
  const answer = interrupt("second?");
  if (answer === "bad") { `+tt.bad+` }
  log.push(await call("reserve"), await call("accept"));
  return { log: [...log, answer, typeof random] };
}, { effects: "once" }).addEdge(START, "a").compile();
`, o)
				if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil {
					t.Fatal(err)
				}
				give := func(value string) (*hitlrun.Result, error) {
					return store.Resume(t.Context(), "t", hitlrun.Answer{Script: script, Value: json.RawMessage(value)})
				}
				if _, err := give(`"yes"`); err != nil {
					t.Fatal(err)
				}
				if _, err := give(`"bad"`); err == nil {
					t.Fatal("no error")
				}
				if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Script: script}); err == nil { // the same answer once more
					t.Fatal("no error")
				}
				res, err := give(`"good"`)
				if err != nil || string(res.Values) != `{"log":["before","yes","reserve","accept","good","number"]}` {
					t.Errorf("got %+v (%v)", res, err)
				}
				if got := strings.Join(calls, " "); got != tt.want {
					t.Errorf("calls: %s, want %s", got, tt.want)
				}
			})
		})
	}
}

// An answer with which its node ended is not replaced, although the graph around it has not ended.
func TestUsedAnswersStay(t *testing.T) {
	t.Parallel()
	for shape, graph := range map[string]string{
		"then": `export const graph = new StateGraph(State).addNode("a", ask).addNode("loop", loop).addEdge(START, "a").addEdge("a", "loop").compile();`,
		"beside": `export const graph = new StateGraph(State).addNode("a", ask).addNode("b", async () => { if (await functions.answered()) await new Promise((done) => setTimeout(done, 100)).then(loop); interrupt("b?"); })
  .addEdge(START, "a").addEdge(START, "b").compile();`,
		"subgraph": `const inner = new StateGraph(State).addNode("a", ask).addNode("loop", loop).addEdge(START, "a").addEdge("a", "loop").compile();
export const graph = new StateGraph(State).addNode("inner", inner).addEdge(START, "inner").compile();`,
	} {
		t.Run(shape, func(t *testing.T) {
			t.Parallel()
			eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
				var answered atomic.Bool
				o.Limits = abortLimits
				o.Functions = map[string]hitlrun.Function{"answered": hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) { return answered.Load(), nil })}
				store, script := open(t, ":memory:"), loadWith(t, `
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const ask = () => ({ log: [interrupt("?")] });
const loop = () => { for (;;); };
`+graph, o)
				res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
				if err != nil {
					t.Fatal(err)
				}
				answered.Store(true)
				id, values := "", map[string]json.RawMessage{}
				for _, in := range res.Interrupts {
					values[in.ID] = json.RawMessage(`1`)
					if in.Node == "a" {
						id = in.ID
					}
				}
				if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Script: script, Values: values}); err == nil {
					t.Fatal("no error")
				}
				// Without an id it is for the only node that did not end with its answer.
				if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Script: script, Value: json.RawMessage(`2`)}); shape == "beside" && (err == nil || errors.Is(err, hitlrun.ErrChoose)) {
					t.Errorf("an answer for b: %v", err)
				}
				for _, a := range []hitlrun.Answer{{Interrupt: id}, {Interrupt: id, Replace: true}} {
					a.Script, a.Value = script, json.RawMessage(`2`)
					if res, err := store.Resume(t.Context(), "t", a); !errors.Is(err, hitlrun.ErrResolved) && !errors.Is(err, hitlrun.ErrNotWaiting) {
						t.Errorf("%+v: got %+v (%v)", a, res, err)
					}
				}
			})
		})
	}
}
