// Pins: a retried node sees the same state; its custom chunks of every attempt are there; config.metadata per attempt
import { Annotation, START, StateGraph } from "@langchain/langgraph";

let attempt = 0;
const graph = new StateGraph(Annotation.Root({ list: Annotation() }))
  .addNode("n", (s, config) => {
    attempt++;
    config.writer({ attempt, seen: [...s.list], info: config.executionInfo ? config.executionInfo.nodeAttempt : "none" });
    s.list.push("mutated");
    if (attempt < 3) throw new Error("again");
    return { list: [...s.list, "done"] };
  }, { retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } })
  .addEdge(START, "n")
  .compile();
for await (const chunk of await graph.stream({ list: ["a"] }, { streamMode: ["custom", "values"] })) console.log(chunk);
