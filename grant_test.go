// This file has scripts that reach for threads of the store that are not theirs.

package hitlrun_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

const reaching = `import { StateGraph, Annotation, START, MessagesAnnotation } from "@langchain/langgraph";
const State = Annotation.Root({ secret: Annotation<string>(), found: Annotation<any>() });
const inner = new StateGraph(State).addNode("in", (s) => ({ found: s.secret ?? "nothing" })).addEdge(START, "in").compile();
const victim = { configurable: { thread_id: "victim" } };
const tries: Record<string, () => any> = {
  state: async () => (await inner.getState(victim)).values,
  newest: async () => (await graph.getState(victim)).values,
  history: async () => { const all = []; for await (const s of graph.getStateHistory(victim)) all.push(s.values); return all; },
  all: async () => { const all = []; for await (const s of graph.getStateHistory({})) all.push(s.values.secret); return all; },
  update: async () => graph.updateState(victim, { secret: "stolen" }),
  run: async () => inner.invoke({ secret: "stolen" }, victim),
  again: async () => graph.invoke({ secret: "stolen" }, victim),
  goOn: async () => graph.invoke(null, victim),
};
export const graph = new StateGraph(State)
  .addNode("reach", async (s) => {
    if (s.secret) return {};
    const found: any = {};
    for (const [name, f] of Object.entries(tries)) {
      try { found[name] = JSON.stringify((await f()) ?? null); } catch (e: any) { found[name] = "refused: " + e.message; }
    }
    return { found };
  })
  .addEdge(START, "reach").compile();
`

func TestOtherThreads(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{"file": filepath.Join(t.TempDir(), "a.db"), "memory": ":memory:"} {
		eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
			store := open(t, strings.Replace(path, "a.db", t.Name()[len(t.Name())-3:]+".db", 1))
			script, err := hitlrun.LoadSource("flow.ts", []byte(reaching), o)
			if err != nil {
				t.Fatal(err)
			}
			defer script.Close()
			if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "victim", Input: json.RawMessage(`{"secret":"gold"}`)}); err != nil {
				t.Fatal(err)
			}
			before, err := store.History(t.Context(), "victim", 0)
			if err != nil {
				t.Fatal(err)
			}
			res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "guest", Input: json.RawMessage(`{}`)})
			if err != nil {
				t.Fatal(err)
			}
			var values struct{ Found map[string]string }
			if err := json.Unmarshal(res.Values, &values); err != nil || len(values.Found) != 8 {
				t.Fatalf("%s: %s (%v)", name, res.Values, err)
			}
			for try, got := range values.Found {
				if strings.Contains(got, "gold") || try != "all" && !strings.HasPrefix(got, "refused: ") {
					t.Errorf("%s: %s: %s", name, try, got)
				}
			}
			after, err := store.History(t.Context(), "victim", 0)
			if err != nil || len(after) != len(before) {
				t.Errorf("%s: the other thread has %d checkpoints, want %d (%v)", name, len(after), len(before), err)
			}
		})
	}
}

// A script that serves several runs cannot reach the thread of an earlier run by what it has retained of that run.
func TestEarlierThreads(t *testing.T) {
	t.Parallel()
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	script, err := hitlrun.LoadSource("flow.ts", []byte(`
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { AsyncLocalStorage } from "node:async_hooks";
let first: any, thread = "";
const tried = async (f: () => any) => { try { return JSON.stringify(await f()); } catch (e: any) { return e.message; } };
export const graph = new StateGraph(Annotation.Root({ said: Annotation<string[]>(), secret: Annotation<string>() })).addNode("n", async (_, config: any) => {
  const configurable = { thread_id: thread };
  if (first) return { said: [await tried(() => first(() => graph.getState({ configurable }))), await tried(() => first(() => graph.updateState({ configurable }, { secret: "changed" })))] };
  first = AsyncLocalStorage.snapshot();
  thread = config.configurable.thread_id;
}).addEdge(START, "n").compile();
`), hitlrun.ScriptOptions{Reuse: true})
	if err != nil {
		t.Fatal(err)
	}
	defer script.Close()
	for _, id := range []string{"victim", "guest"} {
		res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{"secret":"gold"}`)})
		if err != nil {
			t.Fatal(err)
		}
		if id == "guest" && strings.Count(string(res.Values), "has ended") != 2 {
			t.Errorf("the second run: %s", res.Values)
		}
	}
	if res, err := store.State(t.Context(), "victim"); err != nil || !strings.Contains(string(res.Values), "gold") {
		t.Errorf("%v %v", res, err)
	}
}
