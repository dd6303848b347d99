// Pins: humanInTheLoopMiddleware: the request, and each kind of decision
// Differs: of several decisions each counts, as documented; the library runs none of the tools when one is rejected
import { FakeToolCallingModel, createAgent, humanInTheLoopMiddleware, tool } from "langchain";
import { Command, MemorySaver } from "@langchain/langgraph";
import { z } from "zod";

const ran = [];
const write = tool(({ path }) => (ran.push(path), `wrote ${path}`), { name: "write", description: "writes a file", schema: z.object({ path: z.string() }) });
const read = tool(() => "content", { name: "read", description: "reads", schema: z.object({}) });
const run = async (name, decisions, calls = [{ name: "write", args: { path: "a.txt" }, id: "c1" }]) => {
  ran.length = 0;
  const agent = createAgent({
    model: new FakeToolCallingModel({ toolCalls: [calls, []] }),
    tools: [write, read],
    checkpointer: new MemorySaver(),
    middleware: [humanInTheLoopMiddleware({ interruptOn: { write: { allowedDecisions: ["approve", "edit", "reject"], description: "check the path" }, read: false } })],
  });
  const config = { configurable: { thread_id: "1" } };
  const paused = await agent.invoke({ messages: [{ role: "user", content: "go" }] }, config);
  console.log(name, JSON.stringify(paused.__interrupt__?.map((i) => i.value)));
  try {
    const out = await agent.invoke(new Command({ resume: { decisions } }), config);
    console.log(name, ran, out.messages.filter((m) => m.getType() === "tool").map((m) => [m.content, m.status]));
  } catch (e) {
    console.log(name, "=>", e.name, e.message);
  }
};
await run("approve", [{ type: "approve" }]);
await run("edit", [{ type: "edit", editedAction: { name: "write", args: { path: "b.txt" } } }]);
await run("reject", [{ type: "reject", message: "no files" }]);
await run("reject without a message", [{ type: "reject" }]);
await run("two", [{ type: "approve" }, { type: "reject", message: "one is enough" }], [{ name: "write", args: { path: "1" }, id: "c1" }, { name: "read", args: {}, id: "c2" }, { name: "write", args: { path: "3" }, id: "c3" }]);
await run("too few", [], undefined);
await run("unknown kind", [{ type: "maybe" }]);
