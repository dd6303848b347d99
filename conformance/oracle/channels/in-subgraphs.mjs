// Pins: shared and private channels of special kinds across a subgraph.
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { AnyValue, EphemeralValue, Topic, UntrackedValueChannel } from "@langchain/langgraph/channels";

const fields = () => ({ topic: new Topic({ accumulate: true }), temp: new EphemeralValue(false), any: new AnyValue(), conn: new UntrackedValueChannel({ guard: false }) });
const inner = new StateGraph(Annotation.Root({ ...fields(), own: Annotation() }))
  .addNode("i1", (s) => {
    console.log("i1", s);
    return { topic: "i1", own: "mine", temp: "i1", conn: "i1" };
  })
  .addNode("i2", (s) => {
    console.log("i2", s);
    return { topic: "i2", any: "i2" };
  })
  .addEdge(START, "i1").addEdge("i1", "i2")
  .compile();
const outer = new StateGraph(Annotation.Root(fields()))
  .addNode("before", () => ({ topic: "before", temp: "t", any: "a", conn: { live: true } }))
  .addNode("inner", inner)
  .addNode("after", (s) => {
    console.log("after", s);
    return {};
  })
  .addEdge(START, "before").addEdge("before", "inner").addEdge("inner", "after")
  .compile();
console.log(await outer.invoke({}));
for await (const chunk of await outer.stream({ topic: "in" }, { streamMode: "updates", subgraphs: true })) console.log(chunk[0].map((n) => n.split(":")[0]), chunk[1]);
