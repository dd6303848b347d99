package server_test

import (
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
