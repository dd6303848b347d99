// Pins: errorHandler of a node: what it gets, and that its update counts
import { Annotation, Command, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("fails", () => {
    throw new RangeError("too far");
  }, {
    errorHandler: (state, error, ...rest) => {
      console.log("handler", state, error?.constructor?.name, error?.node, error?.error?.name, error?.error?.message, rest.length);
      return { log: ["handled"] };
    },
  })
  .addNode("after", (s) => ({ log: ["after " + s.log.join()] }))
  .addEdge(START, "fails")
  .addEdge("fails", "after")
  .compile();
try {
  for await (const chunk of await graph.stream({ log: ["in"] }, { streamMode: ["updates", "values"] })) console.log(JSON.stringify(chunk));
} catch (e) {
  console.log(e.name, e.message);
}
const jumping = new StateGraph(State)
  .addNode("fails", () => {
    throw new Error("x");
  }, { errorHandler: () => new Command({ goto: "other", update: { log: ["jumped"] } }), ends: ["other"] })
  .addNode("other", () => ({ log: ["other"] }))
  .addEdge(START, "fails")
  .compile();
console.log(await jumping.invoke({}).catch((e) => [e.name, e.message]));
