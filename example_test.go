package hitlrun_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hitlrun/hitlrun"
)

// A mail is drafted, a person is asked, and the answer decides what happens.
const flow = `
import { Annotation, Command, START, StateGraph, interrupt } from "@langchain/langgraph";

const Mail = Annotation.Root({ to: Annotation<string>(), text: Annotation<string>(), outcome: Annotation<string>() });

export const graph = new StateGraph(Mail)
  .addNode("draft", ({ to }) => ({ text: "Dear " + to + ", …" }))
  .addNode("approve", ({ text }) => new Command({ goto: interrupt({ question: "Send it?", text }) ? "send" : "drop" }), { ends: ["send", "drop"] })
  .addNode("send", () => ({ outcome: "sent" }))
  .addNode("drop", () => ({ outcome: "dropped" }))
  .addEdge(START, "draft")
  .addEdge("draft", "approve")
  .compile();
`

// A thread is started, waits in the store, and is answered. Between the two calls
// nothing of it is in memory: any process that opens the store could answer.
func Example() {
	ctx := context.Background()
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	script, err := hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{})
	if err != nil {
		log.Fatal(err)
	}

	run, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(run.Status, string(run.Interrupts[0].Value))

	run, err = store.Resume(ctx, "mail-1", hitlrun.Answer{Value: []byte("true")})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(run.Status, string(run.Values))
	// Output:
	// interrupted {"question":"Send it?","text":"Dear Ann, …"}
	// done {"to":"Ann","text":"Dear Ann, …","outcome":"sent"}
}
