// This file runs scripts that end the process they run in, or do not stop, in workers: the host and other threads continue.

package hitlrun_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// killers are what no limit of the engine ends, and what the error of the run says. The operators of large integers are bounded in a
// script, and not in what it gives to eval.
var killers = []struct{ name, code, want string }{
	{"memory of a large integer", `eval("1n << 10n ** 12n");`, "died 3 times: it ran out of memory (see --max-memory"},
	{"time of a large integer", `eval("(3n ** (10n ** 7n)) ** 50n");`, "it ran for more than 2s (see --max-time)"},
	{"spread of a sparse array", `const s: any[] = []; s[2 ** 28] = 1; [...s, ...s, ...s];`, ""},
	{"long texts", `let s = "x".repeat(2 ** 28); const l: string[] = []; for (;;) l.push(s + l.length + "y");`, ""},
	{"regular expression", `/^(?=(a+)+$)((a|a)+)+b$/.test("a".repeat(40) + "c"); /(x+x+)+y/.test("x".repeat(60)); for (;;) /(.*)*\1(.*)*z/.test("ab".repeat(30));`, ""},
	{"flood of promises", `for (;;) Promise.resolve().then(() => l); var l: any;`, ""},
}

const killing = `
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ a: Annotation<any>, done: Annotation<any> }))
  .addNode("ask", () => ({ a: interrupt("?") }))
  .addNode("kill", ({ a }) => { CODE; return { done: true }; })
  .addEdge(START, "ask").addEdge("ask", "kill").addEdge("kill", END).compile();`

func TestKillers(t *testing.T) {
	o := hitlrun.ScriptOptions{
		Isolation: hitlrun.Process, Workers: hitlrun.NewWorkers(hitlrun.WorkerOptions{Processes: 1, MemoryBytes: 1 << 30}),
		Limits: hitlrun.Limits{Wall: 2 * time.Second, MemoryBytes: 512 << 20},
	}
	t.Cleanup(func() { o.Workers.Close() })
	store, err := hitlrun.Open(":memory:", hitlrun.Options{Script: o})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	healthy := loadWith(t, strings.Replace(killing, "CODE", "", 1), o)
	start := func(script *hitlrun.Script, id string) {
		t.Helper()
		if res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{}`)}); err != nil || len(res.Interrupts) != 1 {
			t.Fatalf("%s: %+v %v", id, res, err)
		}
	}
	yes := hitlrun.Answer{Value: json.RawMessage(`"kill"`)}
	for _, k := range killers {
		script := loadWith(t, strings.Replace(killing, "CODE", k.code, 1), o)
		start(script, k.name)
		start(healthy, "beside "+k.name)
		ended := make(chan error, 1)
		go func() {
			_, err := store.Resume(t.Context(), k.name, yes)
			ended <- err
		}()
		res, err := store.Resume(t.Context(), "beside "+k.name, yes) // in the same worker
		if err != nil || res.Status != hitlrun.StatusDone {
			t.Errorf("beside %s: %+v %v", k.name, res, err)
		}
		select {
		case err = <-ended:
		case <-time.After(time.Minute):
			t.Fatalf("%s did not end", k.name)
		}
		if !errors.Is(err, hitlrun.ErrWorker) && !errors.Is(err, hitlrun.ErrLimit) || !strings.Contains(err.Error(), k.want) {
			t.Errorf("%s: got %v, want %s", k.name, err, k.want)
			continue
		}
		th, stateErr := store.State(t.Context(), k.name)
		if stateErr != nil || th.Status != hitlrun.StatusError || th.Error != err.Error() || string(th.Values) != `{"a":"kill"}` {
			t.Errorf("%s: the thread is %+v (%v), want the error %v", k.name, th, stateErr, err)
		}
		if res, err = store.Resume(t.Context(), k.name, hitlrun.Answer{Script: healthy, Upgrade: true}); err != nil || string(res.Values) != `{"a":"kill","done":true}` {
			t.Errorf("%s with a corrected script: %+v %v", k.name, res, err)
		}
	}
}

// What the guards see is an error of the script: no worker is lost for it. Constants are among that, which a compiler would compute.
func TestGuardedInWorkers(t *testing.T) {
	t.Parallel()
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	o := hitlrun.ScriptOptions{Isolation: hitlrun.Process, Limits: hitlrun.Limits{MemoryBytes: 512 << 20}}
	for code, want := range map[string]string{
		"1n << 10n ** 12n":         "Maximum BigInt size exceeded",
		"(3n ** 10n ** 7n) ** 50n": "Maximum BigInt size exceeded",
		"let l: any[] = []; for (let i = 0; i < 1e6; i++) l = [l]; JSON.stringify(l)": "Maximum call stack size exceeded",
	} {
		script := loadWith(t, strings.Replace(killing, "CODE", code, 1), o)
		if graphs, err := script.Graphs(t.Context()); err != nil || len(graphs) != 1 {
			t.Errorf("%s: %v %v", code, graphs, err)
			continue
		}
		if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: code, Input: json.RawMessage(`{}`)}); err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		_, err := store.Resume(t.Context(), code, hitlrun.Answer{Script: script, Value: json.RawMessage(`"kill"`)})
		if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, hitlrun.ErrWorker) {
			t.Errorf("%s: got %v, want %s", code, err, want)
		}
	}
}
