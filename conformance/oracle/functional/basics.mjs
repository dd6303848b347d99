// Pins: entrypoint and task: calls, results, order, names, plain values and promises
import { entrypoint, task } from "@langchain/langgraph";

const double = task("double", async (n) => n * 2);
const add = task({ name: "add" }, (a, b) => a + b);
const flow = entrypoint("flow", async (input) => {
  const both = await Promise.all([double(input.n), double(input.n + 1)]);
  return { sum: await add(...both), both };
});
console.log(flow.name, flow.getName?.());
console.log(await flow.invoke({ n: 3 }));
for await (const chunk of await flow.stream({ n: 1 })) console.log(chunk);
for await (const chunk of await flow.stream({ n: 1 }, { streamMode: ["updates", "values", "tasks"] })) console.log(JSON.stringify(chunk).replace(/"id":"[^"]*"/g, '"id":"?"'));
console.log(await entrypoint("sync", (x) => x + 1).invoke(1));
console.log(await entrypoint({ name: "object" }, async (x) => [x]).invoke("text"));
console.log(await entrypoint("nothing", () => {}).invoke("x"));
console.log(await entrypoint("null", () => null).invoke("x"));
