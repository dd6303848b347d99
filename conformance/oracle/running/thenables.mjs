// Pins: an object with a method then that a node, an edge or a task returns is awaited as a promise is
import { Annotation, MemorySaver, START, StateGraph, entrypoint, interrupt, task, Command } from "@langchain/langgraph";

const State = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const show = async (name, f) => {
  try {
    console.log(name, JSON.stringify(await f()));
  } catch (e) {
    console.log(name, "threw", e.message.replace(/ receiver .*/, ""));
  }
};
const one = (f) => new StateGraph(State).addNode("n", f).addEdge(START, "n").compile();
const two = (f) => new StateGraph(State).addNode("n", f).addNode("m", async () => ({ l: ["m"] })).addEdge(START, "n").addEdge(START, "m").compile();
const of = (f) => entrypoint("e", task("t", f));
const boom = () => { throw new Error("boom"); };

const thenables = {
  "throws in then": () => ({ then: boom }),
  "throws in the getter": () => ({ get then() { return boom(); } }),
  "resolves with a promise": () => ({ then(ok) { ok(Promise.resolve({ l: ["row"] })); } }),
  "resolves with a rejected promise": () => ({ then(ok) { ok(Promise.reject(new Error("rejected"))); } }),
  "resolves with a thenable": () => ({ then(ok) { ok({ then(ok) { setTimeout(ok, 1, { l: ["inner"] }); } }); } }),
  "resolves, then throws": () => ({ then(ok) { ok({ l: ["first"] }); boom(); } }),
  "resolves twice": () => ({ then(ok) { ok({ l: ["once"] }); ok({ l: ["twice"] }); } }),
  "rejects, then resolves": () => ({ then(ok, no) { no(new Error("no")); ok({ l: ["late"] }); } }),
  "is a function": () => Object.assign(() => {}, { then(ok) { ok({ l: ["function"] }); } }),
  "is a promise with a then of its own": () => new (class extends Promise { then(a, b) { return super.then((v) => a({ l: [v] }), b); } })((ok) => setTimeout(ok, 1, "own")),
  "looks like a promise": () => Object.create(Promise.prototype),
};
for (const [name, f] of Object.entries(thenables)) {
  await show(`node ${name}:`, () => one(f).invoke({}));
  await show(`two nodes ${name}:`, () => two(f).invoke({}));
  await show(`task ${name}:`, () => of(f).invoke({}));
}

const asks = new StateGraph(State).addNode("n", () => ({ then(ok) { ok({ l: [interrupt("q")] }); } })).addEdge(START, "n").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await show("asks:", async () => (await asks.invoke({}, config)).__interrupt__.map((i) => i.value));
await show("answered:", () => asks.invoke(new Command({ resume: "yes" }), config));

const routed = (f) => new StateGraph(State).addNode("n", () => ({ l: ["n"] })).addNode("m", () => ({ l: ["m"] })).addEdge(START, "n").addConditionalEdges("n", f, ["m"]).compile();
await show("edge:", () => routed(() => ({ then(ok) { ok(Promise.resolve("m")); } })).invoke({}));
await show("edge that throws:", () => routed(() => ({ then: boom })).invoke({}));
