// cold.mjs with an answer that zod checks. The figures are those of the process.
import { Annotation, Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const Answer = z.object({ ok: z.boolean(), note: z.string().optional() });
const State = Annotation.Root({ x: Annotation });
const graph = new StateGraph(State)
  .addNode("ask", () => ({ x: Answer.parse(interrupt("q")) }))
  .addEdge(START, "ask")
  .compile({ checkpointer: new MemorySaver() });

const config = { configurable: { thread_id: "1" } };
await graph.invoke({ x: 1 }, config);
const { x } = await graph.invoke(new Command({ resume: { ok: true } }), config);
if (x.ok !== true) throw new Error(`got ${JSON.stringify(x)}`);
console.log(JSON.stringify({ n: 1 }));
