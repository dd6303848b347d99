// Pins: the chunks of each stream mode of an entrypoint with tasks
import { entrypoint, getWriter, task } from "@langchain/langgraph";

const half = task("half", async (x) => {
  getWriter()({ halving: x });
  return x / 2;
});
const flow = entrypoint("flow", async (x, config) => {
  config.writer(`got ${x}`);
  const [a, b] = await Promise.all([half(x), half(x + 2)]);
  config.writer("halved");
  return half(a + b);
});
const shown = (v) => JSON.stringify(v, (key, value) => (key === "metadata" ? undefined : value));
for (const streamMode of ["updates", "values", "custom", "tasks", "messages", "checkpoints"]) {
  console.log(streamMode);
  for await (const chunk of await flow.stream(4, { streamMode })) console.log(shown(chunk));
}
console.log("all");
for await (const chunk of await flow.stream(4, { streamMode: ["updates", "values", "custom"] })) console.log(shown(chunk));
console.log(await flow.invoke(4, { streamMode: "updates" }));
