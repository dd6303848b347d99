// A breakpoint: the graph stops in front of a node, and continues without an answer.
// input: {"steps": []}
// stops: ["publish"]
// ends: {"steps": ["draft", "publish"]}
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const Steps = Annotation.Root({ steps: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const graph = new StateGraph(Steps)
  .addNode("draft", () => ({ steps: ["draft"] }))
  .addNode("publish", () => ({ steps: ["publish"] }))
  .addEdge(START, "draft").addEdge("draft", "publish")
  .compile({ interruptBefore: ["publish"] });
