// Pins: cancel() of a stream aborts the run; what the reader and the nodes see
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const State = Annotation.Root({ x: Annotation() });
const ran = [];
let release;
const node = (name, wait) => async (s, config) => {
  ran.push("start " + name);
  config.signal?.addEventListener("abort", () => ran.push("abort seen in " + name));
  if (wait) await new Promise((r) => { release = r; });
  ran.push("end " + name);
  return { x: name };
};
const graph = new StateGraph(State).addNode("one", node("one")).addNode("two", node("two", true)).addNode("three", node("three")).addEdge(START, "one").addEdge("one", "two").addEdge("two", "three").compile();
const s = await graph.stream({ x: 0 });
console.log(s.signal.aborted);
console.log(await s.next());
console.log(await s.cancel("enough"));
console.log(s.signal.aborted, s.signal.reason);
try { console.log(await s.next()); } catch (e) { console.log("next threw", e?.name); }
release();
await sleep(20);
console.log(ran);
