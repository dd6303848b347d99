package hitlrun_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// A run as an object: its stream is read while it works, in any mode of LangGraph.
func ExampleStore_Begin() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("story.ts", []byte(`
import { Annotation, START, StateGraph } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ text: Annotation<string>() }))
  .addNode("write", (_, config) => {
    for (const word of ["Once", "upon", "a", "time"]) config.writer?.({ word });
    return { text: "Once upon a time" };
  })
  .addEdge(START, "write").compile();
`), hitlrun.ScriptOptions{}))

	run := must(store.Begin(ctx, script, hitlrun.Start{
		Input: []byte("{}"), RunOptions: hitlrun.RunOptions{Modes: []hitlrun.Mode{hitlrun.ModeCustom, hitlrun.ModeUpdates}},
	}))
	for chunk, err := range run.Chunks(ctx) {
		if err != nil {
			panic(err)
		}
		fmt.Println(chunk.Mode, string(chunk.Payload))
	}
	res := must(run.Wait(ctx))
	fmt.Println(res.Status)
	// Output:
	// custom {"word":"Once"}
	// custom {"word":"upon"}
	// custom {"word":"a"}
	// custom {"word":"time"}
	// updates {"write":{"text":"Once upon a time"}}
	// done
}

// Cancel stops a run wherever it takes place. The thread is left as its last superstep committed it, and can be resumed.
func ExampleStore_Cancel() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	working := make(chan struct{})
	script := must(hitlrun.LoadSource("long.ts", []byte(`
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ done: Annotation<boolean>() }))
  .addNode("work", async () => { await functions.work(); return { done: true }; })
  .addEdge(START, "work").compile();
`), hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"work": hitlrun.Func(func(ctx context.Context, _ struct{}) (any, error) {
			close(working)
			<-ctx.Done()
			return nil, ctx.Err()
		}),
	}}))

	run := must(store.Begin(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte("{}")}))
	<-working
	if err := store.Cancel(ctx, "t", "ann"); err != nil {
		panic(err)
	}
	_, err := run.Wait(ctx)
	var cancelled *hitlrun.CancelError
	fmt.Println(errors.As(err, &cancelled), cancelled.By)
	fmt.Println(must(store.State(ctx, "t")).Next)
	// Output:
	// true ann
	// [work]
}

// Watch reports what happens to all threads, also in other processes, when it happens. A program can notify people with it.
func ExampleStore_Watch() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))

	watching, cancel := context.WithCancel(ctx)
	defer cancel()
	happenings := store.Watch(watching, hitlrun.WatchFilter{}) // from here on
	done := make(chan struct{})
	go func() {
		defer close(done)
		must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`), RunOptions: hitlrun.RunOptions{By: "ann"}}))
		must(store.Resume(ctx, "mail-1", hitlrun.Answer{Value: []byte("true"), RunOptions: hitlrun.RunOptions{By: "bob"}}))
	}()
	for h, err := range happenings {
		if err != nil {
			break // watching has ended
		}
		for _, event := range h.Events {
			fmt.Println(h.ThreadID, event.Kind, "by", h.By)
			if event.Kind == "answer" {
				cancel()
			}
		}
	}
	<-done
	// Output:
	// mail-1 start by ann
	// mail-1 question by ann
	// mail-1 answer by bob
}

// Fork makes an older checkpoint the newest one: the thread continues from there, and its question can be answered in another way.
func ExampleStore_Fork() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`)}))
	must(store.Resume(ctx, "mail-1", hitlrun.Answer{Value: []byte("false")}))

	for _, checkpoint := range must(store.History(ctx, "mail-1", 0)) {
		if len(checkpoint.Next) == 1 && checkpoint.Next[0] == "approve" {
			must(store.Fork(ctx, "mail-1", checkpoint.CheckpointID, "ann"))
		}
	}
	run := must(store.Start(ctx, nil, hitlrun.Start{ThreadID: "mail-1"})) // it continues, and asks again
	fmt.Println(run.Status, len(run.Interrupts))
	run = must(store.Resume(ctx, "mail-1", hitlrun.Answer{Value: []byte("true")}))
	fmt.Println(string(run.Values))
	// Output:
	// interrupted 1
	// {"to":"Ann","text":"Dear Ann, …","outcome":"sent"}
}

// A run is undone: the question waits again, under its id.
func ExampleStore_RollBack() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	asked := must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`)}))

	mark := must(store.Mark(ctx, "mail-1"))
	run := must(store.Resume(ctx, "mail-1", hitlrun.Answer{Value: []byte("false")}))
	fmt.Println(string(run.Values))
	if err := store.RollBack(ctx, "mail-1", hitlrun.Rollback{Mark: mark, By: "ann"}); err != nil {
		panic(err)
	}
	now := must(store.State(ctx, "mail-1"))
	fmt.Println(now.Status, now.Interrupts[0].ID == asked.Interrupts[0].ID)
	// Output:
	// {"to":"Ann","text":"Dear Ann, …","outcome":"dropped"}
	// interrupted true
}

// A copy of a thread goes its own way.
func ExampleStore_CopyThread() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`)}))

	if err := store.CopyThread(ctx, "mail-1", "what-if"); err != nil {
		panic(err)
	}
	run := must(store.Resume(ctx, "what-if", hitlrun.Answer{Value: []byte("false")}))
	fmt.Println(string(run.Values), must(store.State(ctx, "mail-1")).Status)
	// Output: {"to":"Ann","text":"Dear Ann, …","outcome":"dropped"} interrupted
}

// The state is changed from outside, as if a node had written it; what waits asks again.
func ExampleStore_Update() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`)}))

	must(store.Update(ctx, "mail-1", hitlrun.Update{Values: []byte(`{"text": "Hi Ann!"}`), AsNode: "draft", By: "bob"}))
	run := must(store.Start(ctx, nil, hitlrun.Start{ThreadID: "mail-1"}))
	fmt.Println(string(run.Interrupts[0].Value))
	// Output: {"question":"Send it?","text":"Hi Ann!"}
}

// Trace reports what runs do and how long it takes. Package otelhitlrun makes OpenTelemetry spans of it.
func ExampleScriptOptions_trace() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{Trace: func(e hitlrun.TraceEvent) {
		if e.Kind == hitlrun.TraceTask && e.Ended {
			asks := ""
			if e.Asks {
				asks = " asks"
			}
			fmt.Println(strings.Repeat(" ", e.Step)+e.Node+asks, e.Took > 0, e.Err)
		}
	}}))
	must(store.Start(ctx, script, hitlrun.Start{Input: []byte(`{"to": "Ann"}`)}))
	// Output:
	//  draft true <nil>
	//   approve asks true <nil>
}
