// Pins: arguments and results of tasks are passed as they are; chunks show the arguments
import { entrypoint, task } from "@langchain/langgraph";

const shared = { list: [1] };
const grow = task("grow", (o, n = 2, ...rest) => {
  o.list.push(n, ...rest);
  return o;
});
const none = task("none", (...args) => args.length);
const flow = entrypoint("flow", async () => {
  const result = await grow(shared);
  await grow(shared, 3, 4, 5);
  return { same: result === shared, list: shared.list, none: await none(), undef: await task("u", () => undefined)() };
});
console.log(await flow.invoke(1));
const inputs = [];
for await (const chunk of await flow.stream(1, { streamMode: "tasks" })) if ("input" in chunk) inputs.push([chunk.name, chunk.input]);
console.log(JSON.stringify(inputs));
