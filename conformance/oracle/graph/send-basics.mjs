// Pins: Send: its fields, order of results, own input, several rounds, Sends out of Sends
import { Annotation, Send, START, StateGraph } from "@langchain/langgraph";

const send = new Send("work", { n: 1 });
console.log(send, JSON.stringify(send), send.node, send.args, send instanceof Send, send.lg_name);
const State = Annotation.Root({
  n: Annotation(),
  log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }),
});
const graph = new StateGraph(State)
  .addNode("plan", () => ({ n: 3 }))
  .addNode("work", async (input) => {
    await new Promise((r) => setTimeout(r, 10 - input.i * 3));
    return { log: [`${JSON.stringify(input)}`] };
  })
  .addNode("join", (s) => ({ log: [`join ${s.log.length}`] }))
  .addEdge(START, "plan")
  .addConditionalEdges("plan", ({ n }) => Array.from({ length: n }, (_, i) => new Send("work", { i })), ["work"])
  .addConditionalEdges("work", (input) => (input.i === 1 ? [new Send("work", { i: 0, again: true })] : "join"), ["work", "join"])
  .compile();
for await (const chunk of await graph.stream({ log: [] }, { streamMode: ["updates", "values"] })) console.log(chunk);
