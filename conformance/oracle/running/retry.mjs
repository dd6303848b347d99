// Pins: retry policies: attempts, retryOn, lists of policies, what is logged, errors that are not retried
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const run = async (name, retryPolicy, error, until = Infinity) => {
  let attempts = 0;
  const graph = new StateGraph(Annotation.Root({ v: Annotation() }))
    .addNode("n", () => {
      attempts++;
      if (attempts < until) throw error(attempts);
      return { v: "ok" };
    }, { retryPolicy })
    .addEdge(START, "n")
    .compile();
  try {
    console.log(name, await graph.invoke({}), attempts);
  } catch (e) {
    console.log(name, "=>", e.name, e.message, attempts);
  }
};
const fast = { initialInterval: 1, jitter: false };
const plain = (i) => new Error("no " + i);
await run("three", { ...fast, maxAttempts: 3 }, plain);
await run("works at the second", { ...fast, maxAttempts: 3 }, plain, 2);
await run("default attempts", { ...fast }, plain);
await run("none", undefined, plain);
await run("silent", { ...fast, logWarning: false }, plain);
await run("retryOn false", { ...fast, retryOn: () => false }, plain);
await run("retryOn by message", { ...fast, retryOn: (e) => e.message === "no 1" }, plain);
await run("AbortError", { ...fast }, () => Object.assign(new Error("stop"), { name: "AbortError" }));
await run("Cancel", { ...fast }, () => new Error("Cancel: now"));
await run("status 400", { ...fast }, () => Object.assign(new Error("bad"), { status: 400 }));
await run("status 500", { ...fast }, () => Object.assign(new Error("server"), { status: 500 }));
await run("quota", { ...fast }, () => Object.assign(new Error("quota"), { error: { code: "insufficient_quota" } }));
await run("TypeError", { ...fast }, () => new TypeError("typed"));
