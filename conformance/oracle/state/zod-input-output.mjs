// Pins: input, output and node schemas of zod beside an annotated state, and the other way round.
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const State = Annotation.Root({ question: Annotation(), steps: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), answer: Annotation() });
const build = (init) => new StateGraph(init)
  .addNode("think", (s) => ({ steps: [Object.keys(s).join()], answer: "42", hidden: "private" }))
  .addNode("check", (s) => ({ steps: [JSON.stringify(s)] }), { input: z.object({ hidden: z.string(), answer: z.string() }) })
  .addEdge(START, "think")
  .addEdge("think", "check")
  .compile();
const graph = build({ state: State, input: z.object({ question: z.string().min(3) }), output: z.object({ answer: z.string(), steps: z.array(z.string()) }) });
console.log(await graph.invoke({ question: "why?", answer: "given", steps: ["given"] }));
try {
  await graph.invoke({ question: "?" });
} catch (e) {
  console.log(e.name, e.message);
}
for await (const chunk of await graph.stream({ question: "why?" }, { streamMode: "values" })) console.log(chunk);
const other = new StateGraph({ stateSchema: z.object({ n: z.number(), m: z.number().optional() }), input: Annotation.Root({ n: Annotation() }), output: Annotation.Root({ m: Annotation() }) })
  .addNode("double", ({ n }) => ({ m: n * 2 }))
  .addEdge(START, "double")
  .compile();
console.log(await other.invoke({ n: 4, m: 100 }));
try {
  await other.invoke({ n: "4" });
} catch (e) {
  console.log(e.name, e.message);
}
