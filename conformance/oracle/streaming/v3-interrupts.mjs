// Pins: a v3 run that asks, and the one that resumes it; its server-sent events
import { StateGraph, Annotation, START, MemorySaver, interrupt, Command } from "@langchain/langgraph";
const State = Annotation.Root({ x: Annotation() });
const graph = new StateGraph(State).addNode("ask", () => ({ x: interrupt({ q: 1 }) })).addEdge(START, "ask").compile({ checkpointer: new MemorySaver() });
const o = { version: "v3", configurable: { thread_id: "1" } };
const show = (v) => JSON.stringify(v, (k, x) => k === "timestamp" ? 0 : x).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "U").replace(/[0-9a-f]{32}/g, "I");
for (const input of [{ x: 0 }, new Command({ resume: "yes" })]) {
  const run = await graph.streamEvents(input, o);
  for await (const e of run) console.log(show(e));
  console.log(run.interrupted, show(run.interrupts), show(await run.output));
}
const decoder = new TextDecoder();
const events = await graph.streamEvents({ x: 0 }, { ...o, configurable: { thread_id: "2" }, encoding: "text/event-stream" });
console.log(events.constructor.name);
for await (const c of events) console.log(show(decoder.decode(c)));
