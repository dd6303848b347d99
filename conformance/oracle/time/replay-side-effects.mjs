// Pins: going on from each checkpoint of a thread: what runs again, what the history has then
import { Annotation, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
const runs = [];
const g = new StateGraph(Annotation.Root({ n: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("a", () => { runs.push("a"); return { log: ["a"] }; })
  .addNode("w", ({ i }) => { runs.push(`w${i}`); return { log: [`w${i}`] }; })
  .addNode("end", () => { runs.push("end"); return { log: ["end"] }; })
  .addEdge(START, "a").addConditionalEdges("a", () => [new Send("w", { i: 1 }), new Send("w", { i: 2 })], ["w"]).addEdge("w", "end")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "t" } };
await g.invoke({ log: ["in"] }, config);
const past = []; for await (const s of g.getStateHistory(config)) past.push(s);
runs.length = 0;
for (const s of past) {
  const r = await g.invoke(null, s.config).catch((e) => e.message);
  console.log(s.metadata.step, s.next, s.tasks.map((t) => [t.name, t.path]), JSON.stringify(r?.log ?? r), runs.splice(0).join());
}
const sources = []; for await (const s of g.getStateHistory(config)) sources.push(`${s.metadata.source}${s.metadata.step}`);
console.log(sources.join(" "));
await g.updateState(past[2].config, { log: ["edit"] }, "w");
console.log((await g.getState(config)).next, (await g.getState(config)).values.log.join());
