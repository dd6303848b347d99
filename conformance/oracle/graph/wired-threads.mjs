// Pins: a graph wired by hand asks, is answered, has state and history, takes updates and breakpoints, and runs in other graphs
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import { BinaryOperatorAggregate, LastValue } from "@langchain/langgraph/channels";
import { Channel, Pregel } from "@langchain/langgraph/pregel";

const parts = {
  nodes: {
    ask: Channel.subscribeTo("q").pipe((x) => `${x}:${interrupt({ ask: x })}`).pipe(Channel.writeTo(["mid"])),
    total: Channel.subscribeTo("mid").pipe((x) => x.length).pipe(Channel.writeTo(["sum"])),
  },
  channels: { q: new LastValue(), mid: new LastValue(), sum: new BinaryOperatorAggregate((a, b) => a + b, () => 0) },
  inputChannels: "q",
};
const app = new Pregel({ ...parts, outputChannels: ["mid", "sum"], checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
console.log((await app.invoke("hello", config)).__interrupt__.map((i) => i.value));
let state = await app.getState(config);
console.log(state.values, state.next, state.tasks.map((t) => [t.name, t.path, t.interrupts.length]), state.metadata.source);
console.log(await app.invoke(new Command({ resume: "yes" }), config));
for await (const s of app.getStateHistory(config)) console.log(s.values, s.next, s.metadata.source, s.metadata.step);
await app.updateState(config, "abc", "ask");
state = await app.getState(config);
console.log(state.values, state.next);
console.log(await app.invoke(null, config));

const stops = new Pregel({ ...parts, outputChannels: "sum", checkpointer: new MemorySaver(), interruptBefore: ["total"] });
console.log(Object.keys(await stops.invoke("a", config)));
console.log(await stops.invoke(new Command({ resume: "r" }), config), (await stops.getState(config)).next);
console.log(await stops.invoke(null, config));

const twice = new Pregel({
  nodes: { n: Channel.subscribeTo("a").pipe((x) => x + x).pipe(Channel.writeTo(["b"])) },
  channels: { a: new LastValue(), b: new LastValue() }, inputChannels: "a", outputChannels: "b",
});
const outer = new Pregel({
  nodes: { n: Channel.subscribeTo("a").pipe(twice).pipe((x) => `outer ${x}`).pipe(Channel.writeTo(["b"])) },
  channels: { a: new LastValue(), b: new LastValue() }, inputChannels: "a", outputChannels: "b",
});
console.log(await outer.invoke("i"));
const graph = new StateGraph(Annotation.Root({ x: Annotation() }))
  .addNode("run", async ({ x }) => ({ x: `${await twice.invoke(x)}?` }))
  .addEdge(START, "run").compile();
console.log(await graph.invoke({ x: "in" }));
