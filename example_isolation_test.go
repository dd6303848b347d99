package hitlrun_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/hitlrun/hitlrun"
)

// Scripts whose authors are not trusted run in other processes, which are ended when they go too far. The program calls WorkerMain first thing
// in its main function; here TestMain does.
func ExampleScriptOptions_isolation() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("guest.ts", []byte(`
import { Annotation, START, StateGraph } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ text: Annotation<string>() }))
  .addNode("greet", () => ({ text: "hello from another process" }))
  .addEdge(START, "greet").compile();
export const greedy = new StateGraph(Annotation.Root({ text: Annotation<string>() }))
  .addNode("eat", () => { const all = []; for (;;) all.push("x".repeat(1000) + all.length); })
  .addEdge(START, "eat").compile();
`), hitlrun.ScriptOptions{Isolation: hitlrun.Process, Limits: hitlrun.Limits{MemoryBytes: 64 << 20}}))

	run := must(store.Start(ctx, script, hitlrun.Start{Graph: "graph", Input: []byte("{}")}))
	fmt.Println(string(run.Values))
	_, err := store.Start(ctx, script, hitlrun.Start{Graph: "greedy", Input: []byte("{}")})
	fmt.Println(errors.Is(err, hitlrun.ErrLimit))
	// Output:
	// {"text":"hello from another process"}
	// true
}
