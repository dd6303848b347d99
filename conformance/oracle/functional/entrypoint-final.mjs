// Pins: entrypoint.final returns one value and saves another; getPreviousState has what was saved
import { MemorySaver, entrypoint, getPreviousState } from "@langchain/langgraph";

const flow = entrypoint({ name: "flow", checkpointer: new MemorySaver() }, async (n) => {
  const previous = getPreviousState();
  return entrypoint.final({ value: previous ?? "first", save: { n, twice: 2 * n } });
});
console.log(entrypoint.final({ value: 1, save: 2 }));
for (const thread_id of ["a", "b", "a", "a"]) console.log(await flow.invoke(thread_id.charCodeAt(0), { configurable: { thread_id } }));
console.log((await flow.getState({ configurable: { thread_id: "a" } })).values);
const chunks = [];
for await (const chunk of await flow.stream(7, { configurable: { thread_id: "a" }, streamMode: ["updates", "values"] })) chunks.push(chunk);
console.log(chunks);

const plain = entrypoint("plain", () => entrypoint.final({ value: 1, save: 2 }));
console.log(await plain.invoke(0));
