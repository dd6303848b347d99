// Pins: fields of zod 4 in a state of zod 3 throw, and are not lost
import { StateGraph, START, MessagesZodState } from "@langchain/langgraph";
import { z as z3 } from "zod/v3";
import { z } from "zod";
const forms = {
  extend: () => MessagesZodState.extend({ n: z.number().optional() }),
  merge: () => MessagesZodState.merge(z3.object({ n: z.number() })),
  own: () => z3.object({ n: z.number() }),
  merge4: () => MessagesZodState.merge(z.object({ n: z.number() })),
  extend3: () => MessagesZodState.extend({ n: z3.number().optional() }),
  mixed: () => MessagesZodState.extend({ n: z3.number().optional(), m: z.string() }),
};
for (const [name, form] of Object.entries(forms)) {
  let graph;
  try {
    graph = new StateGraph(form()).addNode("a", () => ({ messages: [{ role: "ai", content: "x", id: "2" }], n: 1 })).addEdge(START, "a").compile();
    console.log(name, "compiled", Object.keys(graph.channels).filter((c) => !c.includes(":") && !c.startsWith("__")));
    const r = await graph.invoke({ n: 0, messages: [{ role: "user", content: "hi", id: "1" }] });
    console.log(name, r.messages?.map((m) => m.content), r.n);
  } catch (e) { console.log(name, e.name, e.message); }
}
