// Pins: pushMessage writes to the state and to readers of messages while the node runs.
import { Annotation, MessagesAnnotation, START, StateGraph, messagesStateReducer, pushMessage } from "@langchain/langgraph";
import { AIMessage } from "@langchain/core/messages";

const State = Annotation.Root({ ...MessagesAnnotation.spec, other: Annotation({ reducer: messagesStateReducer, default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("n", async (s, config) => {
    const m = pushMessage({ role: "ai", id: "p1", content: "pushed" });
    console.log(m.getType(), m.id);
    pushMessage(new AIMessage({ id: "p2", content: "elsewhere" }), { stateKey: "other" });
    pushMessage(new AIMessage({ id: "p3", content: "nowhere" }), { stateKey: null });
    try {
      pushMessage("no id");
    } catch (e) {
      console.log(e.name, e.message);
    }
    await new Promise((r) => setTimeout(r, 1));
    pushMessage(new AIMessage({ id: "p4", content: "with config" }), config);
    return { messages: [{ role: "ai", id: "last", content: "returned" }] };
  })
  .addEdge(START, "n")
  .compile();
const out = await graph.invoke({ messages: [{ role: "user", id: "in", content: "hi" }] });
console.log(out.messages.map((m) => m.id), out.other.map((m) => m.id));
for await (const [mode, chunk] of await graph.stream({ messages: [] }, { streamMode: ["messages", "updates"] })) {
  if (mode === "messages") console.log(chunk[0].id, chunk[0].content, chunk[1].langgraph_node);
  else console.log(Object.keys(chunk), JSON.stringify(Object.values(chunk)[0]).length > 100);
}
