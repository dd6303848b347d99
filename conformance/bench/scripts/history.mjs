// A conversation of N turns, each with an answer and a reply of 1 KB. The rate is turns per second; history_ms is
// what getStateHistory takes over all of it.
import { Annotation, Command, START, StateGraph, interrupt } from "@langchain/langgraph";
import { config, expect, number, openSaver, print } from "./common.mjs";

const N = number("N", 200);
const text = "x".repeat(1000);
const State = Annotation.Root({ messages: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = new StateGraph(State)
  .addNode("agent", () => ({ messages: [{ role: "ai", content: text }] }))
  .addNode("human", () => {
    const content = interrupt("?");
    return new Command({ goto: "agent", update: { messages: [{ role: "human", content }] } });
  }, { ends: ["agent"] })
  .addEdge(START, "agent")
  .addEdge("agent", "human")
  .compile({ checkpointer: await openSaver() });

const thread = config("conversation");
const start = performance.now();
await graph.invoke({ messages: [] }, thread);
for (let i = 0; i < N; i++) await graph.invoke(new Command({ resume: text }), thread);
const ms = performance.now() - start;

const { values } = await graph.getState(thread);
expect("messages", values.messages.length, 2 * N + 1);
const asked = performance.now();
let snapshots = 0;
for await (const _ of graph.getStateHistory(thread)) snapshots++;
const history_ms = performance.now() - asked;
expect("snapshots", snapshots, 2 * N + 3);
print(N, ms, { history_ms });
