// This file tests that the state of a thread in the cache of a VM is not used after others have changed the thread, and
// is never shared with a script.

package langgraph_test

import (
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// twoGraphs runs one thread through two savers on the same store, each with a cache of its own. In between, it
// changes the thread in all possible ways.
const twoGraphs = `
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({
  list: Annotation<any[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  doc: Annotation<any>(),
});
const make = () => new StateGraph(State)
  .addNode("ask", ({ list, doc }) => {
    const answer = interrupt(list.length);
    return { list: [{ answer, deep: { tags: [answer] } }], doc: { ...doc, last: answer } };
  })
  .addEdge(START, "ask")
  .addConditionalEdges("ask", () => "ask")
  .compile({ checkpointer: new MemorySaver() });
const one = make(), two = make();
const config = { configurable: { thread_id: "t" } };
await one.invoke({ doc: { title: "x", parts: [1, { a: 1 }] } }, config);
const results: any[] = [];
for (let i = 0; i < 12; i++) {
  const graph = i % 3 === 2 ? two : one;
  const result = await graph.invoke(new Command({ resume: i }), config);
  results.push(structuredClone(result));
  // A script may do with a result what it wants.
  result.list.push("mine");
  result.list[0].deep.tags.push("mine");
  result.doc.parts[1].a = "mine";
  if (i === 7) await two.updateState(config, { list: ["updated"] });
}
const state = await one.getState(config);
console.log(JSON.stringify(state.values.list.map((x: any) => x.answer ?? x)), JSON.stringify(state.values.doc));
console.log(JSON.stringify(state.values).includes("mine"), results.every((r) => !JSON.stringify(r).includes("mine")));
console.log(results.map((r) => r.list.length).join(" "));
const history: any[] = [];
for await (const s of one.getStateHistory(config)) history.push(s);
console.log(history.length, history.map((s) => s.values.list?.length ?? 0).join(" "));
history[0].values.list.length = 0;
console.log(history[1].values.list.length, Object.keys(history[2]).includes("values"), { ...history[3] }.values.list.length);
// A fork continues from the old state.
const old = history.find((s) => s.values.list?.length === 3 && s.next.includes("ask"));
const forked = await one.invoke(new Command({ resume: "fork" }), old.config);
console.log(forked.list.map((x: any) => x.answer).join(" "));
console.log((await two.invoke(new Command({ resume: "more" }), config)).list.map((x: any) => x.answer).join(" "));
`

func TestRememberedThreads(t *testing.T) {
	t.Parallel()
	want := `[0,1,2,3,4,5,6,7,"updated",8,9,10,11] {"title":"x","parts":[1,{"a":1}],"last":11}
false true
1 2 3 4 5 6 7 8 10 11 12 13
15 13 12 11 10 9 8 7 6 5 4 3 2 1 0 0
12 true 10
0 1 2 fork
0 1 2 fork more
`
	for _, kind := range []string{"memory", "sqlite"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "threads.db")
			memory := &checkpoint.MemorySaver{}
			out, errOut, err := jsapitest.Run(t, twoGraphs, jsapi.Options{NewMemorySaver: func() checkpoint.Saver {
				if kind == "memory" {
					return &other{memory}
				}
				s, err := sqlite.Open(file, sqlite.Options{})
				if err != nil {
					t.Error(err)
				}
				t.Cleanup(func() { s.Close() })
				return s
			}})
			if out != want || err != nil {
				t.Errorf("printed\n%swant\n%s%s%v", out, want, errOut, err)
			}
		})
	}
}

// other wraps a saver, so that it is not recognised as the same saver.
type other struct{ *checkpoint.MemorySaver }
