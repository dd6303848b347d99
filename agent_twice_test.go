// This file tests an exported agent that runs its graph more than once for one run of a program.

package hitlrun_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// The second call is an error of the script. The run, its answers and its result are those of the first call.
func TestAgentRunsItsGraphTwice(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, calls := range []string{
		`g.invoke(input, options).catch(() => {}); setTimeout(() => g.invoke(input, options).catch(second), 5); return new Promise(() => {});`,
		`const first = g.invoke(input, options); g.invoke(input, options).catch(second); return first;`,
		`const result = await g.invoke(input, options); await g.invoke(input, options).catch(second); return result;`,
	} {
		store, err := hitlrun.Open(":memory:", hitlrun.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		script, err := hitlrun.LoadSource("agent.ts", []byte(`
			import { Annotation, StateGraph, interrupt } from "@langchain/langgraph";
			const State = Annotation.Root({ a: Annotation<any[]>() });
			const g = new StateGraph(State).addNode("ask", async () => {
				const a = interrupt("one");
				await new Promise((r) => setTimeout(r, 20));
				const b = interrupt("two");
				return { a: [a, b] };
			}).addEdge("__start__", "ask").compile();
			const second = (e: any) => { if (!/once for each run/.test(e.message)) throw e };
			class Agent { graph = g; async invoke(input: any, options: any) { `+calls+` } }
			export const agent = new Agent();
		`), hitlrun.ScriptOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte(`{}`)}); err != nil {
			t.Fatalf("%s: start: %v", calls, err)
		}
		var res *hitlrun.Result
		for _, answer := range []string{"1", "2"} {
			if res, err = store.Resume(ctx, "t", hitlrun.Answer{Value: []byte(answer)}); err != nil {
				t.Fatalf("%s: answer %s: %v", calls, answer, err)
			}
		}
		log, err := store.Audit(ctx, hitlrun.AuditFilter{ThreadID: "t"})
		if err != nil {
			t.Fatal(err)
		}
		answers := ""
		for _, e := range log {
			for _, ev := range e.Events {
				if ev.Kind == "answer" {
					answers += string(ev.Value)
				}
			}
		}
		if got := fmt.Sprintf("%s %s", res.Values, answers); got != `{"a":[1,2]} 12` {
			t.Errorf("%s: the state and the answers are %s", calls, got)
		}
	}
}
