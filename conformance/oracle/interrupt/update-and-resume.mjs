// Pins: Command with update and resume, with goto and resume, with null as input while paused
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const build = () =>
  new StateGraph(Annotation.Root({ v: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
    .addNode("ask", (s) => ({ log: [`ask v=${s.v} a=${interrupt("v=" + s.v)}`] }))
    .addNode("other", (s) => ({ log: ["other v=" + s.v] }))
    .addEdge(START, "ask")
    .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
const run = async (name, input) => {
  const graph = build();
  await graph.invoke({ v: 1 }, config);
  try {
    console.log(name, await graph.invoke(input, config));
    console.log(name, (await graph.getState(config)).next);
  } catch (e) {
    console.log(name, "=>", e.name, e.message);
  }
};
try {
  await run("update and resume", new Command({ update: { v: 2 }, resume: "r" }));
} catch (e) {
  console.log(e.name, e.message);
}
const build2 = () =>
  new StateGraph(Annotation.Root({ v: Annotation(), log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
    .addNode("ask", (s) => ({ log: [`ask v=${s.v} a=${interrupt("v=" + s.v)}`] }), { ends: ["other"] })
    .addNode("other", (s) => ({ log: ["other v=" + s.v] }))
    .addEdge(START, "ask")
    .compile({ checkpointer: new MemorySaver() });
for (const [name, input] of Object.entries({
  update: new Command({ update: { v: 3 } }),
  "update and resume": new Command({ update: { v: 2 }, resume: "r" }),
  goto: new Command({ goto: "other" }),
  "goto and resume": new Command({ goto: "other", resume: "r" }),
  null: null,
  "new input": { v: 9 },
  "resume undefined": new Command({ resume: undefined }),
})) {
  const graph = build2();
  await graph.invoke({ v: 1 }, config);
  try {
    console.log(name, await graph.invoke(input, config));
    const s = await graph.getState(config);
    console.log(name, s.next, s.tasks.map((t) => t.interrupts.length));
  } catch (e) {
    console.log(name, "=>", e.name, e.message);
  }
}
