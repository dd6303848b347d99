package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hitlrun/hitlrun"
)

// must returns v, and panics where there is an error: examples say what goes well.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// An answer is used once. Who comes second learns who was first.
func ExampleResolvedError() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))

	run := must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`)}))
	question := run.Interrupts[0].ID
	must(store.Resume(ctx, "mail-1", hitlrun.Answer{Interrupt: question, Value: []byte("true"), RunOptions: hitlrun.RunOptions{By: "bob"}}))

	_, err := store.Resume(ctx, "mail-1", hitlrun.Answer{Interrupt: question, Value: []byte("false"), RunOptions: hitlrun.RunOptions{By: "carol"}})
	var first *hitlrun.ResolvedError
	fmt.Println(errors.Is(err, hitlrun.ErrResolved), errors.As(err, &first), first.By)
	// Output: true true bob
}

// A question with a JSON schema takes only answers that fit it. The error says where the answer does not; the question still waits.
func ExampleAnswerError() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("refund.ts", []byte(`
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const schema = { type: "object", properties: { amount: { type: "number", maximum: 100 } }, required: ["amount"] };
export const graph = new StateGraph(Annotation.Root({ amount: Annotation<number>() }))
  .addNode("ask", () => ({ amount: interrupt({ question: "How much?", schema }).amount }))
  .addEdge(START, "ask").compile();
`), hitlrun.ScriptOptions{}))

	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "refund-1", Input: []byte("{}")}))
	_, err := store.Resume(ctx, "refund-1", hitlrun.Answer{Value: []byte(`{"amount": 1000}`)})
	var unfit *hitlrun.AnswerError
	fmt.Println(errors.Is(err, hitlrun.ErrAnswer), errors.As(err, &unfit), unfit.Path)

	run := must(store.Resume(ctx, "refund-1", hitlrun.Answer{Value: []byte(`{"amount": 10}`)}))
	fmt.Println(run.Status, string(run.Values))
	// Output:
	// true true /amount
	// done {"amount":10}
}

// Two nodes ask at once. An answer names its question, or all are answered together.
func ExampleChooseError() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("two.ts", []byte(`
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ legal: Annotation<boolean>(), budget: Annotation<boolean>() }))
  .addNode("lawyer", () => ({ legal: interrupt("Is it legal?") }))
  .addNode("accountant", () => ({ budget: interrupt("Is there money?") }))
  .addEdge(START, "lawyer").addEdge(START, "accountant").compile();
`), hitlrun.ScriptOptions{}))

	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "deal", Input: []byte("{}")}))
	_, err := store.Resume(ctx, "deal", hitlrun.Answer{Value: []byte("true")})
	var choose *hitlrun.ChooseError
	fmt.Println(errors.Is(err, hitlrun.ErrChoose), errors.As(err, &choose))
	answers := map[string]json.RawMessage{}
	for _, in := range choose.Interrupts {
		fmt.Println(in.Node, "asks", must(hitlrun.Question[string](in)))
		answers[in.ID] = hitlrun.JSON(true)
	}
	run := must(store.Resume(ctx, "deal", hitlrun.Answer{Values: answers}))
	fmt.Println(string(run.Values))
	// Output:
	// true true
	// accountant asks Is there money?
	// lawyer asks Is it legal?
	// {"legal":true,"budget":true}
}

// Questions and states as Go types.
func ExampleState() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))

	run := must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`)}))
	type question struct {
		Question, Text string
	}
	q := must(hitlrun.Question[question](run.Interrupts[0]))
	fmt.Printf("%s: %s\n", q.Question, q.Text)

	run = must(store.Resume(ctx, "mail-1", hitlrun.Answer{Value: []byte("true")}))
	type mail struct {
		To, Text, Outcome string
	}
	m := must(hitlrun.State[mail](run))
	fmt.Println(m.To, m.Outcome)
	// Output:
	// Send it?: Dear Ann, …
	// Ann sent
}

// A question has a deadline, and an answer for that. Sweep applies what is overdue, in one process of several.
func ExampleStore_Sweep() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("soon.ts", []byte(`
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { interrupt } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ answer: Annotation<string>() }))
  .addNode("ask", () => ({ answer: interrupt("Shall it go on?", { timeout: "1ms", onTimeout: "no" }) }))
  .addEdge(START, "ask").compile();
`), hitlrun.ScriptOptions{}))

	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte("{}")}))
	for {
		for _, swept := range must(store.Sweep(ctx, hitlrun.Sweep{})) {
			fmt.Println(swept.ThreadID, swept.Result.Status, string(swept.Result.Values))
			return
		}
	}
	// Output: t done {"answer":"no"}
}

// Who did what, and when: each entry has a hash of itself and all before it.
func ExampleStore_Audit() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))

	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`), RunOptions: hitlrun.RunOptions{By: "ann"}}))
	must(store.Resume(ctx, "mail-1", hitlrun.Answer{Value: []byte("true"), RunOptions: hitlrun.RunOptions{By: "bob", From: "web"}}))

	for _, entry := range must(store.Audit(ctx, hitlrun.AuditFilter{ThreadID: "mail-1"})) {
		for _, event := range entry.Events {
			fmt.Println(event.Kind, event.Node, string(event.Value), "by", entry.By, "from", entry.From)
		}
	}
	fmt.Println(len(must(store.VerifyAudit(ctx)).Problems), "problems")
	// Output:
	// start   by ann from go
	// question approve  by ann from go
	// answer approve true by bob from web
	// 0 problems
}
