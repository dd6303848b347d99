// Pins: reading what a compiled graph is made of leaves the classes as they are
import { StateGraph, Annotation, START, END, GraphRecursionError, InvalidUpdateError, GraphInterrupt, interrupt, MemorySaver, Command, Send, isGraphInterrupt } from "@langchain/langgraph";
import { BaseChannel, LastValue, BinaryOperatorAggregate, EphemeralValue, NamedBarrierValue } from "@langchain/langgraph/channels";
const State = Annotation.Root({ n: Annotation, l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("a", () => ({ n: 1 })).addNode("b", (s) => ({ n: s.n + 1, l: ["b"] }))
  .addEdge(START, "a").addEdge("a", "b").addEdge("b", "a").compile();
console.log(Object.keys(graph.nodes), Object.keys(graph.channels).sort());
console.log(graph.channels.n instanceof LastValue, graph.channels.l instanceof BinaryOperatorAggregate, graph.channels["branch:to:a"] instanceof EphemeralValue, graph.channels.n instanceof BaseChannel);
void graph.streamChannels; graph.getGraph(); 
try { await graph.invoke({}, { recursionLimit: 4 }); } catch (e) { console.log(e instanceof GraphRecursionError, e.name, e.constructor === GraphRecursionError); }
const two = new StateGraph(State).addNode("a", () => ({ n: 1 })).addNode("b", () => ({ n: 2 })).addEdge(START, "a").addEdge(START, "b").compile();
try { await two.invoke({}); } catch (e) { console.log(e instanceof InvalidUpdateError, e.name); }
const asks = new StateGraph(State).addNode("a", () => { try { interrupt("?"); } catch (e) { console.log(e instanceof GraphInterrupt, isGraphInterrupt(e)); throw e; } }).addEdge(START, "a").compile({ checkpointer: new MemorySaver() });
void asks.channels; for await (const _ of asks.streamEvents({ n: 1 }, { version: "v2", configurable: { thread_id: "2" } }));
console.log(await asks.invoke(new Command({ resume: 1 }), { configurable: { thread_id: "2" } }));
console.log(GraphRecursionError.name, Send.name, new Send("a", 1) instanceof Send);
