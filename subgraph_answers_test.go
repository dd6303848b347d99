// This file tests that a wrong answer inside of subgraphs can be replaced, however deep and in whatever way the graph runs.

package hitlrun_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// nested has graphs whose question is asked below a node of the outermost graph. Each graph asks for a number twice.
const nested = `
import { StateGraph, START, Annotation, Send, interrupt, task, entrypoint } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const ask = (question: string) => {
  const answer = interrupt(question);
  if (typeof answer !== "number") throw new Error("not a number: " + answer);
  return answer;
};
const graph = (node: any) => new StateGraph(State).addNode("node", node).addEdge(START, "node");
const node = () => ({ log: [ask("first?"), ask("second?")] });
const inner = graph(node).compile();
const asks = task("asks", async (question: string) => ask(question));
const flow = entrypoint("flow", async () => ({ log: [await asks("first?"), await asks("second?")] }));

export const one = graph(inner).compile();
export const three = graph(graph(graph(inner).compile()).compile()).compile();
export const own = graph(graph(graph(node).compile({ checkpointer: true })).compile()).compile();
export const called = graph(async () => ({ log: (await inner.invoke({ log: [] })).log })).compile();
export const deep = graph(graph(async () => ({ log: (await one.invoke({ log: [] })).log })).compile()).compile();
export const functional = graph(async () => await flow.invoke({})).compile();
export const tasks = graph(graph(async () => ({ log: [await asks("first?"), await asks("second?")] })).compile()).compile();
export const second = graph(async () => ({ log: [...(await graph(() => ({ log: [0] })).compile().invoke({})).log, ...(await inner.invoke({})).log] })).compile();
export const sent = new StateGraph(State).addNode("node", inner).addConditionalEdges(START, () => [new Send("node", { log: [] })], ["node"]).compile();
`

func TestWrongAnswersInSubgraphsAreReplaced(t *testing.T) {
	t.Parallel()
	script := load(t, nested)
	want := map[string]string{"second": `{"log":[0,1,2]}`}
	for _, graph := range []string{"one", "three", "own", "called", "deep", "functional", "tasks", "second", "sent"} {
		for _, path := range []string{":memory:", filepath.Join(t.TempDir(), "test.db")} {
			t.Run(graph+" "+filepath.Base(path), func(t *testing.T) {
				store := open(t, path)
				res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Graph: graph, Input: json.RawMessage(`{"log":[]}`)})
				for n, good := range []string{"1", "2"} {
					if err != nil || len(res.Interrupts) != 1 {
						t.Fatalf("question %d: got %+v (%v)", n+1, res, err)
					}
					id := res.Interrupts[0].ID
					if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`"wrong"`)}); err == nil {
						t.Fatal("a wrong answer did not fail")
					}
					if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(good), Interrupt: id}); !errors.Is(err, hitlrun.ErrResolved) {
						t.Fatalf("a second reviewer, who does not know that the node failed: %v", err)
					}
					if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`"worse"`)}); err == nil {
						t.Fatal("a wrong answer in place of the wrong one did not fail")
					}
					res, err = store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(good), Interrupt: id, Replace: true})
				}
				out := want[graph]
				if out == "" {
					out = `{"log":[1,2]}`
				}
				if err != nil || res.Status != hitlrun.StatusDone || string(res.Values) != out {
					t.Errorf("got %+v (%v)", res, err)
				}
			})
		}
	}
}
