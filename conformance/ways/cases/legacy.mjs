// Pins: Graph, the predecessor of StateGraph
// Stored: a thread that is done shows what its run returned
import { END, Graph, START, interrupt } from "@langchain/langgraph";

export const make = (options) =>
  new Graph()
    .addNode("draft", (topic) => ({ topic, draft: `about ${topic}` }))
    .addNode("ask", (mail) => ({ ...mail, ok: interrupt(mail.draft) }))
    .addEdge(START, "draft")
    .addEdge("draft", "ask")
    .addEdge("ask", END)
    .compile(options);
export const graph = make();
export const steps = [{ start: "tea" }, { resume: { by: "Ann" } }];
