// Pins: the order of chunks of nodes that end at once: what returns nothing comes before what returns something, async functions where others do
import { Annotation, Command, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const nodes = {
  command: () => new Command({ update: { l: ["c"] } }), empty: () => ({}), later: async () => ({ l: ["later"] }), list: () => [new Command({ update: { l: ["k"] } })],
  nothing: () => null, object: () => ({ l: ["o"] }),
};
for (const leads of [() => false, () => true]) {
  const builder = new StateGraph(State).addNode("last", () => ({ l: ["last"] }));
  for (const [name, f] of Object.entries(nodes)) {
    builder.addNode(name, f).addEdge(START, name);
    if (leads(name)) builder.addEdge(name, "last");
  }
  if (!leads("object")) builder.addEdge("object", "last");
  const order = [];
  for await (const chunk of await builder.compile().stream({ l: [] }, { streamMode: "updates" })) order.push(...Object.keys(chunk));
  console.log(order.join());
}
