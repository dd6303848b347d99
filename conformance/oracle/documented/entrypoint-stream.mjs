// Pins: the stream modes of an entrypoint and its tasks
import { MemorySaver, entrypoint, getWriter, task } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const t = task("t", async (x, c) => {
  getWriter()?.(`in ${x}`);
  return x + 1;
});
const flow = entrypoint({ name: "f", checkpointer: new MemorySaver() }, async (x, config) => {
  config.writer?.("flow");
  const a = await t(x);
  const b = await t(a);
  return { a, b };
});
for (const m of ["updates", "values", "custom", ["updates", "custom"], "tasks"]) console.log(m, JSON.stringify(await chunks(flow.stream(1, { ...cfg("" + m), streamMode: m })), (k, v) => k === "id" ? "ID" : v));
console.log((await flow.getState(cfg("updates"))).values);
