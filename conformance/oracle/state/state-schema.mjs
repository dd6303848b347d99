// Pins: StateSchema with zod fields, ReducedValue, UntrackedValue, MessagesValue
import { MemorySaver, MessagesValue, ReducedValue, START, StateGraph, StateSchema, UntrackedValue } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  name: z.string().default("nobody"),
  log: new ReducedValue(z.array(z.string()).default(() => []), { inputSchema: z.string(), reducer: (list, one) => list.concat(one) }),
  cache: new UntrackedValue(z.object({ hits: z.number() })),
  messages: MessagesValue,
});
console.log(State.getChannelKeys(), State.getAllKeys(), StateSchema.isInstance(State), StateSchema.isInstance({}));
const graph = new StateGraph(State)
  .addNode("a", (s) => {
    console.log("a", { ...s, messages: s.messages.length });
    return { log: "from a", cache: { hits: 1 }, messages: [{ role: "user", content: "hello", id: "1" }] };
  })
  .addNode("b", (s) => {
    console.log("b", { ...s, messages: s.messages.length });
    return { log: "from b" };
  })
  .addEdge(START, "a")
  .addEdge("a", "b")
  .compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
const out = await graph.invoke({ log: "in" }, config);
console.log(Object.keys(out).sort(), out.log, out.cache, out.messages.map((m) => m.content));
console.log(Object.keys((await graph.getState(config)).values).sort());
const again = await graph.invoke({ name: "Ann" }, config);
console.log(again.name, again.log, again.cache);
for (const input of [{ name: 5 }, { log: 5 }, { cache: 1 }]) {
  try {
    await graph.invoke(input, config);
    console.log("fine", input);
  } catch (e) {
    console.log(e.name, e.message);
  }
}
