// Pins: JSON schemas of states with messages, in zod 3 and zod 4
import { MessagesZodMeta, MessagesZodState, START, StateGraph } from "@langchain/langgraph";
import { registry, withLangGraph } from "@langchain/langgraph/zod";
import * as schemas from "@langchain/langgraph/zod/schema";
import { z } from "zod";
import { z as z3 } from "zod/v3";

const states = {
  four: z.object({ messages: withLangGraph(z.custom(), MessagesZodMeta), n: z.number().optional() }),
  fourArray: z.object({ messages: withLangGraph(z.array(z.any()), MessagesZodMeta), n: z.number().default(3) }),
  registered: z.object({ messages: z.array(z.any()).register(registry, MessagesZodMeta), n: z.string().describe("d") }),
  three: z3.object({ messages: withLangGraph(z3.custom(), MessagesZodMeta), n: z3.number().optional() }),
  threeArray: z3.object({ messages: withLangGraph(z3.array(z3.any()), MessagesZodMeta), n: z3.number().default(3) }),
  extended: MessagesZodState.extend({ n: z3.number() }),
  own: MessagesZodState,
};
for (const [name, state] of Object.entries(states)) {
  try {
    const graph = new StateGraph(state).addNode("a", (s) => ({ messages: [{ role: "ai", content: `${s.messages.length}` }] })).addEdge(START, "a").compile();
    for (const f of ["getStateTypeSchema", "getUpdateTypeSchema", "getInputTypeSchema", "getOutputTypeSchema", "getConfigTypeSchema"]) console.log(name, f, JSON.stringify(schemas[f]?.(graph)));
    const out = await graph.invoke({ messages: [{ role: "user", content: "q" }], n: name === "registered" ? "s" : 1 });
    console.log(name, out.messages.map((m) => `${m.getType()}:${m.content}`), out.n);
  } catch (e) { console.log(name, e.name, e.message); }
}
