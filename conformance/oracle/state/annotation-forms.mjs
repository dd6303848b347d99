// Pins: Annotation.Root: spec, lc_graph_name, nested spreads, channels given by hand
import { Annotation, BinaryOperatorAggregate, StateGraph, START } from "@langchain/langgraph";
import { LastValue } from "@langchain/langgraph/channels";

const Base = Annotation.Root({ a: Annotation(), sum: Annotation({ reducer: (x, y) => x + y, default: () => 0 }) });
const State = Annotation.Root({ ...Base.spec, own: new LastValue(), op: new BinaryOperatorAggregate((x, y) => x + y, () => 1), fn: () => new LastValue() });
console.log(Base.lc_graph_name, Object.keys(State.spec), typeof Base.spec.a, typeof Base.spec.sum);
const graph = new StateGraph(State).addNode("n", () => ({ a: 1, sum: 2, own: 3, op: 4, fn: 5 })).addEdge(START, "n").compile();
console.log(await graph.invoke({ sum: 1 }));
console.log(await graph.invoke({ op: 10, own: 0 }));
