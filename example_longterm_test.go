package hitlrun_test

import (
	"context"
	"fmt"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/longterm"
)

// greeting remembers across threads what somebody is called.
const greeting = `
import { Annotation, START, StateGraph } from "@langchain/langgraph";

export const graph = new StateGraph(Annotation.Root({ user: Annotation(), name: Annotation(), text: Annotation() }))
  .addNode("greet", async ({ user, name }, { store }) => {
    if (name) await store.put(["users"], user, { name });
    const known = await store.get(["users"], user);
    return { text: "Hello, " + (known?.value.name ?? "stranger") };
  })
  .addEdge(START, "greet")
  .compile();
`

// Nodes get a long-term store of the program, which the program reads and writes too.
func ExampleRunOptions_longTerm() {
	ctx := context.Background()
	memory := must(longterm.Open(":memory:", nil))
	defer memory.Close()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("greeting.ts", []byte(greeting), hitlrun.ScriptOptions{}))

	for _, input := range []string{`{"user": "u1"}`, `{"user": "u1", "name": "Ann"}`, `{"user": "u1"}`} {
		run := must(store.Start(ctx, script, hitlrun.Start{Input: []byte(input), RunOptions: hitlrun.RunOptions{LongTerm: memory}}))
		fmt.Println(string(run.Values))
	}
	item := must(memory.Get(ctx, []string{"users"}, "u1", false))
	fmt.Println(string(item.Value))
	// Output:
	// {"user":"u1","text":"Hello, stranger"}
	// {"user":"u1","name":"Ann","text":"Hello, Ann"}
	// {"user":"u1","text":"Hello, Ann"}
	// {"name":"Ann"}
}
