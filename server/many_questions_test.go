package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A superstep asks thousands of questions. The first chunks of values have the questions so far, and the last one has all: if each
// had all, their size would grow with the square of their number.
func TestManyQuestionsAtOnce(t *testing.T) {
	t.Parallel()
	script := load(t, "many.ts", `
import { Annotation, START, StateGraph, interrupt, Send } from "@langchain/langgraph";
const tasks = Array.from({ length: 3000 }, (_, i) => new Send("ask", { n: i }));
export const agent = new StateGraph(Annotation.Root({ n: Annotation<number>() })).addNode("split", () => ({}))
  .addNode("ask", ({ n }) => { interrupt(n); return {}; }).addEdge(START, "split").addConditionalEdges("split", () => tasks, ["ask"]).compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "agent"}} })
	got := c.ok("POST", "/threads/"+c.thread()+"/runs/stream", `{"assistant_id":"agent","input":{},"stream_mode":["values"]}`)
	last := got[strings.LastIndex(got, "event: values"):]
	if n := strings.Count(last, `"id":`); n != 3000 {
		t.Errorf("the last chunk has %d questions", n)
	}
	if n := strings.Count(got, "event: values"); n > 200 || len(got) > 2<<20 {
		t.Errorf("%d chunks, %d bytes", n, len(got))
	}
}

// Questions that are larger than what is remembered of them are in the last chunk, too, and each is reported to the second generation of
// clients at the end. Large questions are not in a chunk for each that is new.
func TestManyLargeQuestions(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	t.Parallel()
	script := load(t, "large.ts", `
import { Annotation, START, StateGraph, interrupt, Send } from "@langchain/langgraph";
export const agent = new StateGraph(Annotation.Root({ n: Annotation<number>() })).addNode("split", () => ({}))
  .addNode("ask", ({ n }) => { interrupt({ n, text: "x".repeat(1 << 20) }); return {}; }).addEdge(START, "split")
  .addConditionalEdges("split", () => Array.from({ length: 18 }, (_, n) => new Send("ask", { n })), ["ask"]).compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "agent"}} })
	thread := c.thread()
	got := c.ok("POST", "/threads/"+thread+"/runs/stream", `{"assistant_id":"agent","input":{},"stream_mode":["values"]}`)
	last := got[strings.LastIndex(got, "event: values"):]
	for i := range 18 {
		if n := strings.Count(last, fmt.Sprintf(`"n":%d,`, i)); n != 1 {
			t.Errorf("the last chunk has question %d %d times", i, n)
		}
	}
	if len(got) > 25<<20 {
		t.Errorf("the chunks have %d MiB", len(got)>>20)
	}
	requested, after := 0, int64(0)
	for more := true; more; {
		events, err := c.store.Events(t.Context(), thread, "", after, 1000) // some of them, if they are large
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if after = e.Seq; e.Kind == "v2/input.requested" {
				requested++
			}
		}
		more = len(events) > 0
	}
	if requested != 18 {
		t.Errorf("%d questions are reported", requested)
	}
}

// A question of an inner graph that a node catches is none of the run: the run does not wait for its answer.
func TestCaughtQuestions(t *testing.T) {
	t.Parallel()
	script := load(t, "caught.ts", `
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation<number>() });
const inner = new StateGraph(State).addNode("ask", () => ({ n: interrupt("caught?") })).addEdge(START, "ask").compile();
export const agent = new StateGraph(State)
  .addNode("catch", async () => { for (const n of [1, 2, 3]) try { await inner.invoke({ n }); } catch {} return {}; })
  .addNode("last", () => ({ n: interrupt("last?") })).addEdge(START, "catch").addEdge("catch", "last").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "agent"}} })
	got := c.ok("POST", "/threads/"+c.thread()+"/runs/stream", `{"assistant_id":"agent","input":{"n":0},"stream_mode":["values","updates"],"stream_subgraphs":true}`)
	if n := strings.Count(got, `"caught?"`); n < 3 {
		t.Errorf("%d events have what was caught: %s", n, got)
	}
	last := got[strings.LastIndex(got, "event: values"):]
	if strings.Contains(last, "caught?") || !strings.Contains(last, "last?") {
		t.Errorf("the last chunk is %s", last)
	}
}
