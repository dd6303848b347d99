// This file tests answers after failures, at breakpoints, and with the id of a checkpoint.

package hitlrun_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// An answer that takes the place of one that a node failed with is given to no other question.
func TestAnswerAgainIsForOneQuestion(t *testing.T) {
	t.Parallel()
	store := open(t, ":memory:")
	s := load(t, `
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const ask = (name: string) => () => {
  const answer = interrupt(name + "?");
  if (answer === "bad") throw new Error("bad");
  return { log: [name + ":" + answer] };
};
export const graph = new StateGraph(State)
  .addNode("a", ask("a")).addNode("b", ask("b")).addNode("c", ask("c"))
  .addEdge(START, "a").addEdge(START, "b").addEdge(START, "c").compile();
`)
	res, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for _, in := range res.Interrupts {
		ids[in.Node] = in.ID
	}
	give := func(node, value string, replace bool) (*hitlrun.Result, error) {
		return store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(value), Interrupt: ids[node], Replace: replace})
	}
	answer := func(node, value string) (*hitlrun.Result, error) { return give(node, value, false) }
	if _, err := answer("a", `"bad"`); err == nil {
		t.Fatal("a did not fail")
	}
	if _, err := answer("", `"good"`); !errors.Is(err, hitlrun.ErrChoose) {
		t.Fatalf("an answer that could be to another question: %v", err)
	}
	res, err = give("a", `"good"`, true)
	if err != nil || res.Status != hitlrun.StatusInterrupted || len(res.Interrupts) != 2 {
		t.Fatalf("got %+v (%v)", res, err)
	}
	if _, err := answer("b", `"bad"`); err == nil {
		t.Fatal("b did not fail")
	}
	if _, err := answer("b", `"good"`); !errors.Is(err, hitlrun.ErrResolved) {
		t.Fatalf("a second reviewer, who does not know that b failed: %v", err)
	}
	if _, err := give("b", `"good"`, true); err != nil {
		t.Fatal(err)
	}
	if res, err = answer("c", `"good"`); err != nil || string(res.Values) != `{"log":["a:good","b:good","c:good"]}` {
		t.Errorf("got %+v (%v)", res, err)
	}
	if _, err := answer("a", `"late"`); !errors.Is(err, hitlrun.ErrResolved) {
		t.Errorf("a second answer: %v", err)
	}
	var events []string
	log, err := store.Audit(t.Context(), hitlrun.AuditFilter{})
	for _, e := range log {
		for _, ev := range e.Events {
			if ev.Kind == "answer" {
				events = append(events, ev.Node+string(ev.Value))
			}
		}
	}
	if got := strings.Join(events, " "); err != nil || got != `a"bad" a"good" b"bad" b"good" c"good"` {
		t.Errorf("the log: %s (%v)", got, err)
	}
}

// An answer is checked and logged however it is given.
func TestAnswersOfScriptsAreChecked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, options, answers, want, log string }{
		{"at the newest checkpoint, by its id", "", `
await graph.invoke({}, config);
const { config: at } = await graph.getState(config);
await answer("text", at);
await answer(1, at);
`, `InvalidAnswerError {"log":[1]}`, `start question answer 1`},
		{"at an older checkpoint", "", `
await graph.invoke({}, config);
const { config: at } = await graph.getState(config);
await answer(1, at);
await answer("text", at);
await answer(2, at);
`, `{"log":[1]} InvalidAnswerError {"log":[2]}`, `start question answer 1 fork answer 2`},
		{"at a breakpoint", `, interruptBefore: ["ask"]`, `
await graph.invoke({}, config);
await answer("text", config);
await answer(1, config);
`, `InvalidAnswerError {"log":[1]}`, `start answer 1`},
		{"after a failure", "", `
await graph.invoke({}, config);
await answer(0, config);
await answer(1, config);
`, `Error Error`, `start question answer 0`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "test.db")
			o := effectsOptions()
			var out strings.Builder
			o.Stdout = &out
			s, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(fmt.Sprintf(`
import { StateGraph, START, Annotation, Command, interrupt } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("ask", () => {
    const n = interrupt({ question: "how many?", schema: { type: "integer" } });
    if (n === 0) throw new Error("none");
    return { log: [n] };
  })
  .addEdge(START, "ask").compile({ checkpointer: SqliteSaver.fromConnString(%q)%s });
const config = { configurable: { thread_id: "1" } };
const answer = async (resume: any, at: any) => {
  try { console.log(JSON.stringify(await graph.invoke(new Command({ resume }), at))); } catch (e) { console.log(e.name); }
};
`, path, tt.options)+tt.answers), o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := s.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(strings.Fields(out.String()), " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			var events []string
			log, err := open(t, path).Audit(t.Context(), hitlrun.AuditFilter{})
			for _, e := range log {
				for _, ev := range e.Events {
					events = append(events, strings.TrimSpace(ev.Kind+" "+string(ev.Value)))
				}
			}
			if got := strings.Join(events, " "); err != nil || got != tt.log {
				t.Errorf("the log: %s (%v), want %s", got, err, tt.log)
			}
		})
	}
}
