// Pins: what invoke returns if a run asks whose value is a list, a Map, an error, bytes, text or nothing: __interrupt__ in a new object, the value itself for text
import { Command, MemorySaver, entrypoint, interrupt, isInterrupted } from "@langchain/langgraph";

const config = { configurable: { thread_id: "t" } };
const kinds = { list: [1, 2], map: new Map([[1, 2]]), set: new Set([1]), error: new Error("x"), bytes: new Uint8Array(2), object: { k: 1 }, text: "text", number: 5, yes: true, nothing: null };
const show = (name, result) => console.log(name, isInterrupted(result), result instanceof Object && result.constructor.name, JSON.stringify(result));
for (const [name, value] of Object.entries(kinds)) {
  const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async (input) => {
    if (input === "first") return value;
    interrupt("one?");
    return interrupt("two?");
  });
  await flow.invoke("first", config);
  show(name, await flow.invoke("second", config));
  show(name, await flow.invoke(new Command({ resume: "A" }), config));
}
