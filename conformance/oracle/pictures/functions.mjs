// Pins: the pictures of a function and of a graph that is wired by hand: input, itself, output; also as nodes
import { Annotation, START, StateGraph, entrypoint } from "@langchain/langgraph";
import { LastValue } from "@langchain/langgraph/channels";
import { Channel, Pregel } from "@langchain/langgraph/pregel";

const entry = entrypoint("double", async (x) => x * 2);
const wired = new Pregel({
  nodes: { n: Channel.subscribeTo("a").pipe((x) => x).pipe(Channel.writeTo(["b"])) },
  channels: { a: new LastValue(), b: new LastValue() }, inputChannels: "a", outputChannels: "b", name: "wired by hand",
});
const outer = new StateGraph(Annotation.Root({ v: Annotation() }))
  .addNode("f", entry).addNode("w", wired).addEdge(START, "f").addEdge("f", "w").compile();

for (const graph of [entry, wired]) {
  const picture = graph.getGraph();
  console.log(JSON.stringify(picture.toJSON()));
  console.log(Object.values(picture.nodes).map((n) => n.name), picture.firstNode().name, picture.lastNode().name);
  console.log(picture.drawMermaid());
}
for (const xray of [false, true]) {
  console.log(JSON.stringify(outer.getGraph({ xray }).toJSON()));
  console.log(outer.getGraph({ xray }).drawMermaid());
}
