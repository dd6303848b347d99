// Pins: replaying a checkpoint of the outer graph gives the inner graphs the state that they had then, and runs them
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const build = (nodes) => {
  const b = new StateGraph(State);
  let last = START;
  for (const [name, node] of Object.entries(nodes)) { b.addNode(name, node).addEdge(last, name); last = name; }
  return b;
};
let runs = [];
const step = (name) => (s) => { runs.push(`${name}(${s.log.length})`); return { log: [name] }; };
const ask = (name) => (s) => { runs.push(`${name}(${s.log.length})`); return { log: [`${name} ${interrupt(name + "?")}`] }; };
const shown = (out) => JSON.stringify(out.__interrupt__?.map((i) => i.value) ?? out.log);
const own = { checkpointer: true };
const kinds = {
  plain: (o) => build({ pre: step("pre"), sub: build({ x: step("x"), y: step("y") }).compile(), post: step("post") }).compile(o),
  "checkpointer: true": (o) => build({ pre: step("pre"), sub: build({ x: step("x"), y: step("y") }).compile(own), post: step("post") }).compile(o),
  "three levels": (o) => build({ pre: step("pre"), mid: build({ sub: build({ x: step("x"), y: step("y") }).compile(own) }).compile(own), post: step("post") }).compile(o),
  "twice in a row": (o) => build({ a: build({ x: step("x") }).compile(own), b: step("b"), c: build({ y: step("y") }).compile(own) }).compile(o),
  asking: (o) => build({ pre: step("pre"), sub: build({ x: step("x"), y: ask("y") }).compile(own), post: step("post") }).compile(o),
  "in a node": (o) => build({ pre: step("pre"), call: async () => ({ log: (await build({ x: step("x"), y: ask("y") }).compile().invoke({ log: [] })).log }), post: step("post") }).compile(o),
};
for (const [name, make] of Object.entries(kinds)) {
  console.log("==", name);
  const g = make({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  const turn = async (log) => {
    let out = await g.invoke({ log }, config);
    while (out.__interrupt__) out = await g.invoke(new Command({ resume: "a" }), config);
    return out;
  };
  console.log(shown(await turn(["one"])));
  console.log(shown(await turn(["two"])));
  console.log(runs.join(" "));
  const past = [];
  for await (const s of g.getStateHistory(config)) past.push(s);
  for (const [i, s] of past.entries()) {
    if (i % 2 && name !== "plain") continue;
    runs = [];
    const got = [shown(await g.invoke(null, s.config))];
    if (got[0].includes("?")) got.push(shown(await g.invoke(new Command({ resume: "b" }), config)));
    console.log(`${s.metadata.source} ${s.metadata.step} ${s.next}:`, got.join(" → "), "|", runs.join(" "));
  }
}
