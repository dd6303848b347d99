// Tools and runnables in a running node: its config reaches them without being handed over.
import { tool } from "@langchain/core/tools";
import { RunnableLambda } from "@langchain/core/runnables";
import { z } from "zod";

let current: any = {
  configurable: { thread_id: "1", user: "bob" },
  tags: ["x"],
  metadata: { m: 1 },
  recursionLimit: 9,
  runName: "node",
  runId: "r",
  extra: 1,
  store: undefined,
  callbacks: undefined,
};
const runWithConfig = (config: any, fn: () => any) => {
  const before = current;
  current = config;
  try {
    return fn();
  } finally {
    current = before;
  }
};
// Both the host of this library and the storage of the other one answer from here.
(globalThis as any).__hitlrun = { currentConfig: () => current, runWithConfig };
(globalThis as any)[Symbol.for("ls:tracing_async_local_storage")] = {
  getStore: () => ({ extra: { [Symbol.for("lc:child_config")]: current } }),
  run: (store: any, fn: () => any) => runWithConfig(store && store.extra ? store.extra[Symbol.for("lc:child_config")] : current, fn),
};

const text = (v: any) => JSON.stringify(v, (_k, x) => (x === undefined ? "(undefined)" : x));
const config = tool((_i: any, c: any) => c, { name: "c", schema: z.object({}) });
const outer = tool((_i: any, c: any) => Promise.all([config.invoke({}), c.configurable]), { name: "outer", schema: z.object({}) });
const lambda = RunnableLambda.from((_x: any, c: any) => c);
async function main() {
  console.log("tool", text(await config.invoke({})));
  console.log("tool with config", text(await config.invoke({}, { configurable: { user: "eve" }, tags: ["y"], metadata: { n: 2 } })));
  console.log(
    "tool call",
    text(await config.invoke({ type: "tool_call", id: "1", name: "c", args: {} } as any)).replace(/"versions.*?\}/, ""),
  );
  console.log("string tool", text(await tool((_i: any, c: any) => c, { name: "s" }).invoke("x")));
  console.log("nested", text(await outer.invoke({}, { configurable: { deep: 1 }, tags: ["z"] })));
  console.log("lambda", text(await lambda.invoke(1)));
  console.log("lambda with config", text(await lambda.invoke(1, { metadata: { k: 1 }, runName: "mine" })));
  console.log("lambda nested", text(await RunnableLambda.from(() => config.invoke({})).invoke(1, { configurable: { a: 1 } })));
  console.log(
    "sequence",
    text(
      await RunnableLambda.from((x: any) => x)
        .pipe(lambda)
        .invoke(1, { tags: ["s"] }),
    ),
  );
  console.log(
    "map",
    text(
      await RunnableLambda.from((x: any) => x)
        .pipe({ a: lambda })
        .invoke(1),
    ),
  );
  current = undefined;
  console.log("outside", text(await config.invoke({})));
}
main();
