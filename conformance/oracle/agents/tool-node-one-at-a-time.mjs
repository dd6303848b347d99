// Pins: several calls in one ToolNode: each runs once, questions are asked one at a time, also when tools return Commands or fail
// Differs: the documentation says that each tool call is a separate checkpoint; the library runs all tools again at each answer
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Annotation, Command, MemorySaver, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

const schema = z.object({ q: z.string() });
const ask = tool(async ({ q }) => { const a = interrupt(q); console.log("answered", q, a); return `${q}=${a}`; }, { name: "ask", description: "a", schema });
const twice = tool(async ({ q }) => { const a = interrupt(`${q}1`); const b = interrupt(`${q}2`); console.log("answered", q, a, b); return `${q}=${a}${b}`; }, { name: "twice", description: "t", schema });
const plain = tool(async ({ q }) => { console.log("plain", q); return { said: q }; }, { name: "plain", description: "p", schema });
const command = tool(async ({ q }, config) => { console.log("command", q); return new Command({ update: { user: q, messages: [new ToolMessage({ content: "set", tool_call_id: config.toolCall.id })] } }); }, { name: "command", description: "c", schema });
const fails = tool(async ({ q }) => { console.log("fails", q); throw new Error(`no ${q}`); }, { name: "fails", description: "f", schema });
const State = Annotation.Root({ ...MessagesAnnotation.spec, user: Annotation() });
const run = async (label, calls, answers, streamMode = "updates") => {
  console.log("---", label);
  const tool_calls = calls.map(([name, q], i) => ({ name, args: { q }, id: `c:${i}|x`, type: "tool_call" }));
  const graph = new StateGraph(State)
    .addNode("agent", () => ({ messages: [new AIMessage({ content: "", tool_calls })] }))
    .addNode("tools", new ToolNode([ask, twice, plain, command, fails]))
    .addEdge(START, "agent").addEdge("agent", "tools").compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" }, streamMode };
  for (const input of [{ messages: [new HumanMessage("q")] }, ...answers.map((resume) => new Command({ resume }))]) {
    const chunks = [];
    for await (const chunk of await graph.stream(input, config)) {
      const asked = chunk.__interrupt__;
      chunks.push(asked ? `asks ${asked.map((i) => i.value)}` : Object.keys(chunk).join());
    }
    console.log(chunks.join(" | "));
  }
  const { messages, user } = (await graph.getState(config)).values;
  console.log(user, JSON.stringify(messages.slice(2).map((m) => [m.name, m.status, m.content])), (await graph.getState(config)).next);
};
await run("two", [["ask", "a"], ["ask", "b"]], ["1", "2"]);
await run("between others", [["plain", "p"], ["ask", "a"], ["command", "c"], ["fails", "f"], ["ask", "b"]], ["1", "2"]);
await run("two questions in one tool", [["twice", "x"], ["ask", "b"], ["twice", "y"]], ["1", "2", "3", "4", "5"]);
await run("the same call twice", [["ask", "a"], ["ask", "a"]], ["1", "2"]);
await run("empty answers", [["ask", "a"], ["ask", "b"]], [[], {}]);
await run("not done yet", [["ask", "a"], ["plain", "p"], ["ask", "b"]], ["1"]);
