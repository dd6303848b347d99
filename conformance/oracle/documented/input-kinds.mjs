// Pins: what may be an input: objects, null, lists, texts, Commands
import { Annotation, Command, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const cfg = (id, more) => ({ configurable: { thread_id: id, ...more } });
const List = Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const g = new StateGraph(List)
  .addNode("a", (s) => ({ l: [Object.keys(s).join()] }))
  .addEdge(START, "a")
  .compile({ checkpointer: new MemorySaver() });
for (const i of [{}, null, void 0, { other: 1 }, { l: "x" }, [], "text", new Command({ update: { n: 2 } })]) await g.invoke(i, cfg("k" + JSON.stringify(i))).then((r) => console.log(JSON.stringify(i), r), (e) => console.log(JSON.stringify(i), e.name, e.message.split("\n")[0]));
