// Pins: setNodeDefaults: retry for every node, a node's own policy first; no cache or handler for handlers
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const runs = { a: 0, b: 0 };
const fail = (name, until) => () => {
  runs[name]++;
  if (runs[name] < until) throw new Error(`${name} ${runs[name]}`);
  return { log: [name] };
};
const policy = (maxAttempts) => ({ maxAttempts, initialInterval: 1, jitter: false, logWarning: false });
const build = (own) => new StateGraph(State)
  .setNodeDefaults({ retryPolicy: policy(3) })
  .addNode("a", fail("a", 3))
  .addNode("b", fail("b", 4), own)
  .addEdge(START, "a")
  .addEdge("a", "b");
console.log(await build({ retryPolicy: policy(4) }).compile().invoke({ n: 1 }), runs);
runs.a = runs.b = 0;
console.log(await build().compile().invoke({ n: 1 }).catch((e) => e.message), runs);
const builder = build();
console.log(builder.setNodeDefaults({ retryPolicy: policy(5) }) === builder);
runs.a = runs.b = 0;
console.log(await builder.compile().invoke({ n: 1 }), runs);
