// Pins: tasks with a cache policy run once for the same arguments
import { InMemoryCache } from "@langchain/langgraph-checkpoint";
import { entrypoint, task } from "@langchain/langgraph";

let runs = 0;
const slow = task({ name: "slow", cachePolicy: {} }, async (n) => {
  runs++;
  return n * 2;
});
const flow = entrypoint({ name: "flow", cache: new InMemoryCache() }, async (n) => [await slow(n), await slow(n), await slow(n + 1)]);
console.log(await flow.invoke(1), runs);
console.log(await flow.invoke(1), runs);
for await (const chunk of await flow.stream(1)) console.log(chunk);
