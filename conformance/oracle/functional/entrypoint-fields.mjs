// Pins: what an entrypoint says it is made of, and what it does with an input by hand
import { MemorySaver, entrypoint } from "@langchain/langgraph";

const e = entrypoint({ name: "e", checkpointer: new MemorySaver() }, async (x) => x + 1);
console.log(Object.keys(e.nodes), Object.keys(e.channels).sort(), e.inputChannels, e.outputChannels, e.streamChannels, e.streamMode, e.name);
for (const [name, c] of Object.entries(e.channels)) console.log(name, c.lc_graph_name);
console.log(e.nodes.e.triggers, e.nodes.e.channels, e.nodes.e.constructor.name);
console.log(await e.invoke(1, { configurable: { thread_id: "1" } }));
