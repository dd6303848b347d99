// Pins: the runtime below the graphs: Pregel and Channel, wired by hand
import { EphemeralValue, LastValue } from "@langchain/langgraph/channels";
import { Channel, Pregel } from "@langchain/langgraph/pregel";

const node = Channel.subscribeTo("a").pipe((x) => x + x).pipe(Channel.writeTo(["b"]));
const app = new Pregel({ nodes: { node }, channels: { a: new EphemeralValue(), b: new EphemeralValue() }, inputChannels: ["a"], outputChannels: ["b"] });
console.log(await app.invoke({ a: "foo" }));
const two = new Pregel({
  nodes: {
    one: Channel.subscribeTo("a").pipe((x) => x + 1).pipe(Channel.writeTo(["b"])),
    two: Channel.subscribeTo("b").pipe((x) => x * 10).pipe(Channel.writeTo(["c"])),
  },
  channels: { a: new EphemeralValue(), b: new LastValue(), c: new EphemeralValue() },
  inputChannels: ["a"],
  outputChannels: ["b", "c"],
});
console.log(await two.invoke({ a: 1 }));
