// Pins: getPreviousState, entrypoint.final with another saved value
import { MemorySaver, entrypoint, getPreviousState } from "@langchain/langgraph";

const checkpointer = new MemorySaver();
const counter = entrypoint({ name: "counter", checkpointer }, async (n) => {
  const previous = getPreviousState();
  return (previous ?? 0) + n;
});
const config = { configurable: { thread_id: "1" } };
console.log(await counter.invoke(1, config), await counter.invoke(5, config), await counter.invoke(10, config));
console.log((await counter.getState(config)).values, (await counter.getState({ configurable: { thread_id: "2" } })).values);
const final = entrypoint({ name: "final", checkpointer: new MemorySaver() }, async (n) => {
  const previous = getPreviousState();
  return entrypoint.final({ value: `previous ${previous}`, save: n });
});
console.log(await final.invoke(1, config), await final.invoke(2, config), await final.invoke(3, config));
for await (const chunk of await final.stream(4, config)) console.log(chunk);
console.log(entrypoint.final({ value: 1, save: 2 }));
const bare = entrypoint("bare", async () => getPreviousState());
console.log(await bare.invoke(1), await bare.invoke(2));
const onlySave = entrypoint({ name: "s", checkpointer: new MemorySaver() }, async (n) => entrypoint.final({ save: n }));
console.log(await onlySave.invoke(1, config));
