// Pins: streamMode set on the graph and by withConfig; invoke with a streamMode
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const graph = new StateGraph(Annotation.Root({ a: Annotation() })).addNode("n", () => ({ a: 1 })).addNode("m", () => ({ a: 2 })).addEdge(START, "n").addEdge("n", "m").compile();
console.log(await graph.invoke({ a: 0 }, { streamMode: "updates" }));
console.log(await graph.invoke({ a: 0 }, { streamMode: ["updates", "values"] }));
console.log(await graph.invoke({ a: 0 }, { streamMode: "values" }));
const configured = graph.withConfig({ streamMode: "values" });
for await (const chunk of await configured.stream({ a: 0 })) console.log(chunk);
for await (const chunk of await configured.stream({ a: 0 }, { streamMode: "updates" })) console.log(chunk);
graph.streamMode = ["values"];
for await (const chunk of await graph.stream({ a: 0 })) console.log(chunk);
