// Pins: cached tasks: by arguments, by keyFunc, across runs; what streams say of them
import { entrypoint, task } from "@langchain/langgraph";
import { InMemoryCache } from "@langchain/langgraph-checkpoint";

let runs = [];
const slow = task({ name: "slow", cachePolicy: true }, async (a, b) => {
  runs.push(`slow ${a} ${b}`);
  return a * b;
});
const keyed = task({ name: "keyed", cachePolicy: { keyFunc: ([input]) => input[0].id } }, async (x) => {
  runs.push(`keyed ${x.v}`);
  return x.v;
});
const plain = task({ name: "plain", cachePolicy: false }, async (x) => {
  runs.push(`plain ${x}`);
  return x;
});
const flow = entrypoint({ name: "flow", cache: new InMemoryCache() }, async (n) => [
  await slow(n, 2), await slow(n, 2), await slow(n, 3), await keyed({ id: "k", v: n }), await keyed({ id: "k", v: 99 }), await plain(1), await plain(1),
]);
const shown = (v) => JSON.stringify(v, (key, value) => (key === "metadata" ? undefined : value));
for (const n of [1, 1, 2]) {
  runs = [];
  for await (const chunk of await flow.stream(n, { streamMode: ["updates", "tasks"] })) console.log(shown(chunk));
  console.log(runs.join(", "));
}
const bare = entrypoint("bare", async (n) => [await slow(n, 2), await slow(n, 2)]);
runs = [];
await bare.invoke(1);
console.log(runs.length);
