// Pins: retrieval: documents are graded, and the question is rewritten once
import { Annotation, Command, START, StateGraph } from "@langchain/langgraph";
const { Document } = await import("@langchain/core/documents");
const docs = ["cats purr", "dogs bark", "birds sing"].map((pageContent, i) => new Document({ pageContent, metadata: { i } }));
const State = Annotation.Root({ q: Annotation(), docs: Annotation(), tries: Annotation({ reducer: (a, b) => a + b, default: () => 0 }), a: Annotation() });
const g = new StateGraph(State)
  .addNode("retrieve", ({ q }) => ({ docs: docs.filter((d) => q.split(" ").some((w) => d.pageContent.includes(w))), tries: 1 }))
  .addNode("grade", ({ docs: docs2, tries }) => new Command({ goto: docs2.length || tries > 1 ? "answer" : "rewrite" }), { ends: ["answer", "rewrite"] })
  .addNode("rewrite", ({ q }) => ({ q: q.replace("feline", "cats") }))
  .addNode("answer", ({ docs: docs2 }) => ({ a: docs2.map((d) => `${d.pageContent} [${d.metadata.i}]`).join() || "no idea" }))
  .addEdge(START, "retrieve")
  .addEdge("retrieve", "grade")
  .addEdge("rewrite", "retrieve")
  .compile();
for (const q of ["what do feline do", "fish"]) console.log(await g.invoke({ q }));
