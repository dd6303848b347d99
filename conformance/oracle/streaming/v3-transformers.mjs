// Pins: transformers of a v3 run: of the call, of compile, of withConfig; channels, promises, dropped events, errors
import { StateGraph, Annotation, START, StreamChannel } from "@langchain/langgraph";
const State = Annotation.Root({ x: Annotation() });
const counter = (name) => () => {
  let n = 0, resolve;
  const total = new Promise((r) => { resolve = r; });
  const local = StreamChannel.local(), remote = StreamChannel.remote(name + "-steps");
  return {
    init: () => ({ [name + "Local"]: local, [name + "Remote"]: remote, [name + "Total"]: total }),
    process(e) { if (e.method === "updates") { n++; local.push(e.params.node); remote.push({ n }); } return e.method !== "custom"; },
    finalize() { resolve(n); },
    fail(e) { resolve("failed " + e.message); },
  };
};
const builder = new StateGraph(State).addNode("a", (s, c) => { c.writer("dropped"); return { x: 1 }; }).addNode("b", () => ({ x: 2 })).addEdge(START, "a").addEdge("a", "b");
const graph = builder.compile({ transformers: [counter("compiled")] }).withConfig({ streamTransformers: [counter("bound")] });
const run = await graph.streamEvents({ x: 0 }, { version: "v3", transformers: [counter("called")] });
console.log(Object.keys(run.extensions));
const methods = [];
for await (const e of run) methods.push(e.method + (e.method.startsWith("custom") ? " " + JSON.stringify(e.params.data) : "") + " " + e.seq);
console.log(methods);
for (const k of ["compiledLocal", "calledRemote"]) { const l = []; for await (const v of run.extensions[k]) l.push(v); console.log(k, l); }
console.log(await run.extensions.boundTotal, await run.output);
const bad = new StateGraph(State).addNode("a", () => ({ x: 1 })).addNode("b", () => { throw new Error("broken"); }).addEdge(START, "a").addEdge("a", "b").compile();
const failed = await bad.streamEvents({ x: 0 }, { version: "v3", transformers: [counter("c")] });
try { for await (const e of failed) if (e.method === "lifecycle") console.log(JSON.stringify(e.params.data)); } catch (e) { console.log("events threw", e.message); }
console.log(await failed.output.catch((e) => "output threw " + e.message), await failed.extensions.cTotal);
try { for await (const v of failed.values) console.log(v); } catch (e) { console.log("values threw", e.message); }
const native = () => ({ __native: true, init: () => ({ mine: "native" }), process: () => true });
console.log((await builder.compile().streamEvents({ x: 0 }, { version: "v3", transformers: [native] })).mine);
