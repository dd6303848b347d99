// This file tests answers that a node takes and a channel of the state does not.

package hitlrun_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

const refusing = `import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation({ reducer: (a, b) => { if (typeof b !== "number") throw new TypeError("not a number"); return a + b; }, default: () => 0 }) });
const inner = new StateGraph(State)
  .addNode("ask", () => ({ n: interrupt("how many?") })).addNode("next", () => ({ n: 1 }))
  .addEdge(START, "ask").addEdge("ask", "next").addEdge("next", END).compile();
`

// TestAnswerThatAReducerRefuses gives an answer over which the reducer of a channel throws. Another one can take its place.
func TestAnswerThatAReducerRefuses(t *testing.T) {
	t.Parallel()
	for graph, source := range map[string]string{
		"root": refusing + `export const graph = inner;`,
		"subgraph": refusing + `export const graph = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("inner", inner)
  .addEdge(START, "inner").addEdge("inner", END).compile();`,
		"called": refusing + `export const graph = new StateGraph(Annotation.Root({ n: Annotation() })).addNode("outer", async () => ({ n: (await inner.invoke({})).n }))
  .addEdge(START, "outer").addEdge("outer", END).compile();`,
	} {
		for db, path := range map[string]string{"memory": ":memory:", "file": filepath.Join(t.TempDir(), "store.db")} {
			t.Run(graph+"/"+db, func(t *testing.T) {
				t.Parallel()
				store := open(t, path)
				res, err := store.Start(t.Context(), load(t, source), hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
				if err != nil {
					t.Fatal(err)
				}
				id := res.Interrupts[0].ID
				answer := func(a hitlrun.Answer, want string) {
					t.Helper()
					res, err := store.Resume(t.Context(), "t", a)
					if want == "" && (err != nil || res.Status != hitlrun.StatusDone || string(res.Values) != `{"n":6}`) {
						t.Fatalf("%+v: %+v, %v", a, res, err)
					}
					if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
						t.Fatalf("%+v: %v, want %s", a, err, want)
					}
				}
				if graph == "root" { // an update that the reducer refuses changes nothing
					answer(hitlrun.Answer{Value: json.RawMessage(`1`), Update: json.RawMessage(`{"n":"x"}`)}, "not a number")
					now, err := store.State(t.Context(), "t")
					if err != nil || now.Status != hitlrun.StatusInterrupted || len(now.Interrupts) != 1 || now.Interrupts[0].ID != id {
						t.Fatalf("after a refused update: %+v (%v)", now, err)
					}
				}
				answer(hitlrun.Answer{Value: json.RawMessage(`"x"`)}, "not a number")
				answer(hitlrun.Answer{}, "not a number")
				answer(hitlrun.Answer{Value: json.RawMessage(`5`), Interrupt: id}, "was answered")
				answer(hitlrun.Answer{Value: json.RawMessage(`"y"`)}, "not a number")
				answer(hitlrun.Answer{Value: json.RawMessage(`5`), Interrupt: id, Replace: true}, "")
				answer(hitlrun.Answer{Value: json.RawMessage(`7`), Interrupt: id, Replace: true}, "was answered")
			})
		}
	}
}
