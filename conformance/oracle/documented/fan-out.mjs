// Pins: map-reduce: a Send for each item, whatever the order in which they end
import { Annotation, START, Send, StateGraph } from "@langchain/langgraph";
const chunks = async (s) => {
  const all = [];
  for await (const c of await s) all.push(c);
  return all;
};
const g = new StateGraph(Annotation.Root({ topics: Annotation(), jokes: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), best: Annotation() }))
  .addNode("plan", () => ({ topics: ["x", "y", "z"] }))
  .addNode("joke", async ({ topic, i }) => {
  await new Promise((r) => setTimeout(r, 9 - 3 * i));
  return { jokes: [`joke ${topic}`] };
})
  .addNode("choose", (s) => ({ best: s.jokes.join() }))
  .addEdge(START, "plan")
  .addConditionalEdges("plan", (s) => s.topics.map((topic, i) => new Send("joke", { topic, i })), ["joke"])
  .addEdge("joke", "choose")
  .compile();
console.log(await chunks(g.stream({}, { streamMode: "updates" })));
console.log(await g.invoke({}));
