// Pins: streamEvents of runs that fail, interrupt and resume; a wrong version; leaving early
import { StateGraph, Annotation, START, MemorySaver, interrupt, Command } from "@langchain/langgraph";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
const State = Annotation.Root({ x: Annotation() });
const t = tool(async () => { throw new Error("tool broke"); }, { name: "t", description: "d", schema: z.object({}) });
const graph = new StateGraph(State)
  .addNode("ask", () => ({ x: interrupt("q") })).addNode("bad", async (s, c) => { await t.invoke({}, c); })
  .addEdge(START, "ask").addEdge("ask", "bad").compile({ checkpointer: new MemorySaver() });
const o = { version: "v2", configurable: { thread_id: "1" } };
const line = (e) => [e.event, e.name, JSON.stringify(e.data.output ?? e.data.chunk ?? e.data.input), e.data.error?.split("\n")[0]].join(" ");
for await (const e of graph.streamEvents({ x: 0 }, o)) console.log(line(e));
console.log("-- resume");
try { for await (const e of graph.streamEvents(new Command({ resume: "a" }), o)) console.log(line(e)); } catch (e) { console.log("threw", e.message); }
try { for await (const e of graph.streamEvents({ x: 0 }, { ...o, version: "v9" })) console.log(e); } catch (e) { console.log(e.message); }
try { graph.streamEvents({ x: 0 }); } catch (e) { console.log(e.name); }
console.log("-- leave");
const ran = [];
let release, ended;
const over = new Promise((r) => { ended = r; });
const slow = new StateGraph(State).addNode("a", () => { ran.push("a"); return { x: 1 }; }).addNode("b", async (s, c) => { await new Promise((r) => { release = r; }); ran.push("b " + c.signal.aborted); ended(); return { x: 2 }; }).addEdge(START, "a").addEdge("a", "b").compile();
for await (const e of slow.streamEvents({ x: 0 }, { version: "v2" })) { if (e.name === "b") break; }
setTimeout(() => release(), 5);
await over;
console.log(ran);
const s = slow.streamEvents({ x: 0 }, { version: "v2" });
console.log(s.constructor.name, typeof s.cancel, s instanceof ReadableStream, (await s.next()).value.event);
