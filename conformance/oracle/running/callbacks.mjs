// Pins: handlers in callbacks hear the start and end of the graph and its nodes, and errors
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const events = [];
const handler = {
  handleChainStart(chain, inputs, runId, parentRunId, tags, metadata, runType, name) {
    events.push(["start", name, parentRunId !== undefined, tags, metadata?.langgraph_node]);
  },
  handleChainEnd(outputs, runId) {
    events.push(["end", outputs]);
  },
  handleChainError(error) {
    events.push(["error", error.message]);
  },
};
let fail = false;
const graph = new StateGraph(Annotation.Root({ v: Annotation() }))
  .addNode("n", () => {
    if (fail) throw new Error("failed");
    return { v: 1 };
  })
  .addEdge(START, "n")
  .compile();
await graph.invoke({ v: 0 }, { callbacks: [handler], runName: "my run", tags: ["t"] });
console.log(events);
events.length = 0;
fail = true;
await graph.invoke({ v: 0 }, { callbacks: [handler] }).catch(() => {});
console.log(events);
