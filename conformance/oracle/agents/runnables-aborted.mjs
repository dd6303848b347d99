// Pins: what a runnable throws after its signal was aborted is not an unhandled rejection
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { RunnableLambda } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { z } from "zod";

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const show = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "caught", e.name, e.message);
  }
  await sleep(20);
};

await show("aborted before:", () => {
  const c = new AbortController();
  c.abort(new Error("stopped"));
  return RunnableLambda.from(async (_, config) => config.signal.throwIfAborted()).invoke(1, { signal: c.signal });
});
await show("aborts itself:", () => {
  const c = new AbortController();
  const job = RunnableLambda.from(async () => {
    c.abort(new Error("cancelled"));
    throw new Error("job failed");
  });
  return job.invoke(1, { signal: c.signal });
});
await show("tool:", () => {
  const c = new AbortController();
  c.abort();
  const t = tool(async (_, config) => config.signal.throwIfAborted(), { name: "t", description: "d", schema: z.object({}) });
  return t.invoke({}, { signal: c.signal });
});
await show("in a node:", () => {
  const State = Annotation.Root({ a: Annotation() });
  const call = RunnableLambda.from(async (_, config) => config.signal.throwIfAborted());
  const node = async (_, config) => {
    await sleep(40);
    return { a: await call.invoke(1, config) };
  };
  const c = new AbortController();
  setTimeout(() => c.abort(), 10);
  return new StateGraph(State).addNode("n", node).addEdge(START, "n").compile().invoke({ a: 0 }, { signal: c.signal });
});
await sleep(100);
console.log("still alive");
