// Pins: what an entrypoint returns is what invoke returns, whatever it is; synchronous and asynchronous functions
import { entrypoint } from "@langchain/langgraph";

for (const value of [1, 0, "", "text", false, null, undefined, [1, 2], { a: 1 }]) {
  const flow = entrypoint("flow", (input) => ({ input, value }).value);
  console.log(await flow.invoke("in"));
  const later = entrypoint({ name: "later" }, async () => value);
  console.log(await later.invoke(1));
  const chunks = [];
  for await (const chunk of await flow.stream(1)) chunks.push(chunk);
  console.log(chunks);
}
const echo = entrypoint("echo", (input) => input);
console.log(await echo.invoke(false), await echo.invoke(0), await echo.invoke(""), await echo.invoke({ b: [2] }));
console.log(echo.name, echo.getName(), echo.streamMode, echo.lg_is_pregel);
