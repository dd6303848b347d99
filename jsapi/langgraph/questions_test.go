package langgraph_test

import (
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// TestQuestionsOfTools checks that parallel tool calls ask one at a time or all at once, and that in both cases no call is
// executed twice.
func TestQuestionsOfTools(t *testing.T) {
	t.Parallel()
	for questions, want := range map[string]string{
		"one": "[ 'a' ]\n[ 'b' ]\n[ 'a: yes a', 'free ran', 'b: yes b' ] 1\n",
		"all": "[ 'a', 'b' ]\n[ 'a' ]\n[ 'a: yes a', 'free ran', 'b: yes b' ] 1\n",
	} {
		out, errOut, err := jsapitest.Run(t, `
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
let ran = 0;
const ask = tool(async ({ q }) => {
  if (q === "free") { ran++; return "free ran"; }
  return q + ": " + interrupt(q);
}, { name: "ask", schema: z.object({ q: z.string() }) });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("tools", new ToolNode([ask], { questions: "`+questions+`" }))
  .addEdge(START, "tools").addEdge("tools", END).compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
const tool_calls = ["a", "free", "b"].map((q) => ({ id: q, name: "ask", args: { q } }));
let r = await graph.invoke({ messages: [new AIMessage({ content: "", tool_calls })] }, config);
while (r.__interrupt__) {
  console.log(r.__interrupt__.map((i) => i.value));
  const last = r.__interrupt__.at(-1);
  r = await graph.invoke(new Command({ resume: { [last.id]: "yes " + last.value } }), config);
}
console.log(r.messages.slice(1).map((m) => m.content), ran);
`, jsapi.Options{})
		if out != want || err != nil {
			t.Errorf("%s: got %s%s (%v)\nwant %s", questions, out, errOut, err, want)
		}
	}
}
