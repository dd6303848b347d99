// Pins: ToolNode takes a state, a list of messages, a Send of one call; what it refuses, and what it calls again
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import * as z from "zod";

const add = tool(async ({ a, b }) => a + b, { name: "add", description: "Adds", schema: z.object({ a: z.number(), b: z.number() }) });
const node = new ToolNode([add]);
const call = (id, a, b) => ({ name: "add", args: { a, b }, id, type: "tool_call" });
const ai = new AIMessage({ content: "", tool_calls: [call("1", 1, 2), call("2", 3, 4)] });

console.log(node.name, node.getName(), node.tools.length, node.handleToolErrors, node.trace);
console.log(await node.invoke({ messages: [new HumanMessage("x"), ai], other: 1 }));
console.log(await node.invoke([ai]));
console.log(await node.invoke({ lg_tool_call: call("9", 5, 6), messages: [] }));
const answered = new ToolMessage({ content: "known", tool_call_id: "1" });
console.log((await node.invoke([ai, answered])).map((m) => [m.tool_call_id, m.content]));
console.log(await node.invoke([new AIMessage("nothing to do")]));
console.log((await node.invoke({ messages: [new AIMessage({ content: "", tool_calls: [{ ...call(undefined, 1, 1) }] })] })).messages[0]);
for (const input of [{}, null, "x", { messages: ["x"] }, [new HumanMessage("x")], { messages: [] }, []]) {
  await node.invoke(input).then((v) => console.log("ok", v), (e) => console.log(e.constructor.name, e.message));
}
const named = new ToolNode([add], { name: "calculator", tags: ["t"], handleToolErrors: false });
console.log(named.name, named.getName(), named.handleToolErrors, named.config);
