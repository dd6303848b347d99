// An agent whose tool calls are reviewed: the one decision is to approve.
// input: {"messages": [{"role": "user", "content": "delete the old logs"}]}
// answer: {"decisions": [{"type": "approve"}]}
// text: all gone
import { AIMessage, createAgent, fakeModel, humanInTheLoopMiddleware, tool } from "langchain";
import { z } from "zod";

const remove = tool(({ path }) => `removed ${path}`, { name: "remove", description: "removes a folder", schema: z.object({ path: z.string() }) });
const say = (messages: any[]) => messages.at(-1).getType() === "tool"
  ? new AIMessage("all gone")
  : new AIMessage({ content: "", tool_calls: [{ id: "1", name: "remove", args: { path: "logs" }, type: "tool_call" }] });
export const agent = createAgent({ model: fakeModel().respond(say).respond(say), tools: [remove], middleware: [humanInTheLoopMiddleware({ interruptOn: { remove: true } })] });
