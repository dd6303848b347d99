// Pins: state and context described with zod 4 and zod 3, from node_modules
import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import { z as z3 } from "zod3";

for (const [name, lib] of [["zod 4", z], ["zod 3", z3]]) {
  console.log(`--- ${name}`);
  const State = lib.object({
    topic: lib === z ? lib.string().default("nothing") : lib.string(),
    count: lib.number().optional(),
    list: lib.array(lib.string()),
    kind: lib.enum(["a", "b"]).optional(),
  });
  const graph = new StateGraph(State)
    .addNode("one", ({ topic, list }) => ({ count: topic.length, list: [...list, topic] }))
    .addNode("ask", ({ count }) => ({ kind: interrupt({ count }) }))
    .addEdge(START, "one")
    .addEdge("one", "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: name } };
  const asked = await graph.invoke({ topic: "cats", list: ["dogs"] }, config);
  console.log(asked);
  console.log(await graph.invoke(new Command({ resume: "b" }), config));
  if (lib === z) console.log(await graph.invoke({ list: [] }, { configurable: { thread_id: `${name} defaults` } }));
  try {
    await graph.invoke({ topic: 5, list: [] }, { configurable: { thread_id: `${name} wrong` } });
    console.log("no error");
  } catch (e) {
    console.log(e.constructor.name, JSON.parse(e.message)[0].path);
  }
}
const parsed = z.object({ when: z.iso.datetime(), to: z.email(), n: z.coerce.number() }).safeParse({ when: "x", to: "y", n: "5" });
console.log(parsed.error.issues.map((i) => [i.code, i.path, i.message]), JSON.stringify(z.toJSONSchema(z.object({ a: z.string().describe("an a") }))));
console.log(z3.object({ a: z3.string().min(2) }).safeParse({ a: "x" }).error.issues[0].message);
