// Pins: a signal aborted before, while and after streaming
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const State = Annotation.Root({ x: Annotation() });
const ran = [];
let release;
const graph = new StateGraph(State)
  .addNode("one", (s, config) => { ran.push("one " + config.signal.aborted); return { x: 1 }; })
  .addNode("two", async (s, config) => {
    const open = new Promise((r) => { release = r; });
    ran.push("two " + config.signal.aborted);
    await open;
    ran.push("end two " + config.signal.aborted);
    return { x: 2 };
  })
  .addEdge(START, "one").addEdge("one", "two").compile();
const before = new AbortController();
before.abort(new Error("my reason"));
try { await graph.stream({ x: 0 }, { signal: before.signal }); } catch (e) { console.log("before", e.name, e.message); }
console.log(ran.splice(0));
const stopped = async (title, stop, options) => {
  try {
    for await (const c of await graph.stream({ x: 0 }, options)) { console.log(c); stop?.(); }
  } catch (e) { console.log(title, e.name, e.message); }
  release();
  await sleep(1);
  console.log(ran.splice(0));
};
const during = new AbortController();
await stopped("during", () => during.abort(), { signal: during.signal });
const reason = new AbortController();
await stopped("reason", () => reason.abort(new TypeError("because")), { signal: reason.signal });
const alive = setInterval(() => {}, 10);
await stopped("timeout", undefined, { signal: AbortSignal.timeout(50) });
clearInterval(alive);
const inv = new AbortController();
setTimeout(() => inv.abort(), 5);
try { await graph.invoke({ x: 0 }, { signal: inv.signal }); } catch (e) { console.log("invoke", e.name, e.message); }
release();
const after = new AbortController();
for await (const c of await graph.stream({ x: 0 }, { signal: after.signal })) { console.log(c); release(); }
after.abort();
