// Pins: updateState of an entrypoint
import { MemorySaver, entrypoint, getPreviousState } from "@langchain/langgraph";

const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, (n) => ({ n, previous: getPreviousState() ?? null }));
const config = { configurable: { thread_id: "1" } };
console.log(await flow.invoke(1, config));
for (const asNode of ["flow", undefined, "other"]) {
  try {
    await flow.updateState(config, { n: 10 }, asNode);
    console.log(asNode, (await flow.getState(config)).values, (await flow.getState(config)).next, (await flow.getState(config)).metadata.source);
  } catch (e) {
    console.log(asNode, e.name, e.message);
  }
}
console.log(await flow.invoke(2, config));
