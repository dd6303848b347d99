// Pins: the order in which a map streams the pieces of its steps, sequences among them
import { RunnableLambda, RunnableMap, RunnablePassthrough } from "@langchain/core/runnables";

const L = (f) => RunnableLambda.from(f);
const all = async (name, steps) => {
  const keys = [];
  for await (const piece of await RunnableMap.from(steps).stream(0)) keys.push(Object.keys(piece).join());
  console.log(name, keys.join(" "));
};
const two = () => L(async function* () {
  yield "a";
  yield "b";
});
const sequence = () => L((x) => x).pipe((x) => x);
await all("plain, generator:", { b: () => 1, a: two() });
await all("plain, async:", { b: () => 1, a: async () => 1 });
await all("async, plain:", { a: async () => 1, b: () => 1 });
await all("passthrough, plain:", { p: new RunnablePassthrough(), b: () => 1 });
await all("sequence, plain:", { s: sequence(), b: () => 1 });
await all("plain, sequence:", { b: () => 1, s: sequence() });
await all("generators:", { a: two(), b: two() });
await all("sequence and generator:", { b: two(), s: sequence() });
await all("pick:", { a: L(() => ({ q: 1 })).pick("q"), b: two() });
await all("three:", { b: two().pipe((x) => x), p: () => 1, c: two() });
