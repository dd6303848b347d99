// Pins: what nodes of a graph wired by hand get, which of several channels start them, what writers write, and what an input may be
import { EphemeralValue, LastValue } from "@langchain/langgraph/channels";
import { Channel, Pregel } from "@langchain/langgraph/pregel";

const channels = () => ({ a: new LastValue(), b: new LastValue(), c: new LastValue() });
for (const v of [null, undefined, 0]) {
  for (const write of [Channel.writeTo(["c"]), Channel.writeTo([], { c: (x) => x }), Channel.writeTo([], { c: v })]) {
    const app = new Pregel({ nodes: { n: Channel.subscribeTo("a").pipe(() => v).pipe(write) }, channels: channels(), inputChannels: "a", outputChannels: "c" });
    const chunks = [];
    for await (const chunk of await app.stream(1)) chunks.push(chunk);
    console.log(v, JSON.stringify(chunks), await app.invoke(1));
  }
}
const wired = (start, options) => new Pregel({ nodes: { n: start.pipe((x) => JSON.stringify(x)).pipe(Channel.writeTo(["c"])) }, channels: channels(), outputChannels: "c", ...options });
const key = wired(Channel.subscribeTo("a", { key: "k" }).join(["b"]), { inputChannels: ["a", "b"] });
console.log(await key.invoke({ a: 1, b: 2 }), await key.invoke({ a: 1 }), await key.invoke({ b: 1 }));
const both = wired(Channel.subscribeTo(["a", "b"]), { inputChannels: ["a", "b"] });
console.log(await both.invoke({ a: 1, b: 2 }), await both.invoke({ a: 1 }), await both.batch([{ a: 1, b: 1 }, { a: 2, b: 2 }]));
for (const input of [{}, null, { zz: 1 }, 3]) {
  try {
    console.log(await both.invoke(input));
  } catch (e) {
    console.log(e.name, e.message);
  }
}
const one = new Pregel({
  nodes: { n: Channel.subscribeTo("a").pipe((x) => x + 1).pipe({ p: (x) => x, q: (x) => x * 2 }).pipe(Channel.writeTo(["b", "c"])) },
  channels: { a: new EphemeralValue(), b: new LastValue(), c: new LastValue() },
  inputChannels: "a", outputChannels: ["b", "c"], streamChannels: ["c"], streamMode: "updates",
});
console.log(await one.invoke(1));
for await (const chunk of await one.stream(2)) console.log(chunk);
for await (const chunk of await one.stream(2, { streamMode: "values", outputKeys: "b" })) console.log(chunk);
console.log(await one.pipe((x) => JSON.stringify(x)).invoke(4));
