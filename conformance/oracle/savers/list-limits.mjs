// Pins: which limits of list() are none: for a SqliteSaver 0 and less, for a MemorySaver only undefined.
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
for (const saver of [new MemorySaver(), SqliteSaver.fromConnString(":memory:")]) {
  let config = { configurable: { thread_id: "t", checkpoint_ns: "" } };
  for (let step = 0; step < 4; step++) {
    const checkpoint = {
      v: 4, id: `1ef4f797-8335-6428-8001-8a1503f9b87${step}`, ts: "2024-04-19T17:19:07.952Z",
      channel_values: { a: step }, channel_versions: { a: 1 }, versions_seen: {},
    };
    config = await saver.put(config, checkpoint, { source: "loop", step, parents: {} }, { a: 1 });
  }
  for (const limit of [undefined, 0, -1, 1, 3, 9]) {
    const steps = [];
    for await (const tuple of saver.list({ configurable: { thread_id: "t" } }, { limit })) steps.push(tuple.metadata.step);
    console.log(saver.constructor.name, limit, steps.join());
  }
}
