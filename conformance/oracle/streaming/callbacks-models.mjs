// Pins: handlers of a call hear of models and tools in nodes: parents, tokens, errors; handlers of models too
import { StateGraph, MessagesAnnotation, START } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const log = [];
const ids = new Map(); const id = (x) => { if (x === undefined) return "-"; if (!ids.has(x)) ids.set(x, ids.size); return ids.get(x); };
class Listener extends BaseCallbackHandler {
  name = "listener";
  handleChainStart(c, i, r, p, t, m, rt, name) { log.push(["chain", name, id(r), id(p)]); }
  handleChainEnd(o, r) { log.push(["chain end", id(r)]); }
  handleChainError(e, r) { log.push(["chain error", id(r), e.message]); }
  handleChatModelStart(l, ms, r, p, x, tags, meta, name) { log.push(["model", name ?? null, id(r), id(p), ms[0].length, tags, meta.langgraph_node]); }
  handleLLMNewToken(t, i, r) { log.push(["token", t, id(r)]); }
  handleLLMEnd(o, r) { log.push(["model end", o.generations[0][0].text, id(r)]); }
  handleLLMError(e, r) { log.push(["model error", e.message, id(r)]); }
  handleToolStart(t, input, r, p, tags, m, name, call) { log.push(["tool", name, input, id(r), id(p), call ?? null]); }
  handleToolEnd(o, r) { log.push(["tool end", o, id(r)]); }
  handleToolError(e, r) { log.push(["tool error", e.message, id(r)]); }
  handleCustomEvent(name, data, r) { log.push(["custom", name, data, id(r)]); }
}
const model = new FakeListChatModel({ responses: ["ab"], callbacks: [{ handleLLMEnd() { log.push(["model's own"]); } }] });
const t = tool(async ({ q }) => { if (q === "bad") throw new Error("tool broke"); return q; }, { name: "t", description: "d", schema: z.object({ q: z.string() }) });
const graph = new StateGraph(MessagesAnnotation)
  .addNode("call", async (s) => ({ messages: [await model.invoke("x", { runName: "named", tags: ["tag"] })] }))
  .addNode("stream", async (s) => { for await (const c of await model.stream("x")) log.push(["chunk", c.content]); return {}; })
  .addNode("tools", async (s, c) => { await t.invoke({ q: "1" }, c); await t.invoke({ q: "bad" }).catch(() => {}); return {}; })
  .addEdge(START, "call").addEdge("call", "stream").addEdge("stream", "tools").compile();
await graph.invoke({ messages: [] }, { callbacks: [new Listener()] });
await new Promise((r) => setTimeout(r, 20));
for (const l of log) console.log(JSON.stringify(l));
