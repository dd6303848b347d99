// Pins: an answer at a breakpoint of an inner graph is no second answer to the question before it
// Differs: a question in tasks waits for an answer, as the documentation uses it; the library shows one whose answer was used, and takes another answer to it
import { StateGraph, Annotation, START, END, MemorySaver, Send, Command, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
for (const how of ["node", "inner", "asked", "deep"]) for (const bp of ["after", "before"]) {
  const sub = new StateGraph(S).addNode("s", () => { const a = interrupt("q"); console.log("ans", a); return { log: ["s" + a] }; }).addNode("u", () => ({ log: ["u"] })).addEdge(START, "s").addEdge("s", "u").addEdge("u", END).compile(bp === "after" ? { interruptAfter: ["s"] } : { interruptBefore: ["u"] });
  const mid = how === "deep" ? new StateGraph(S).addNode("m", sub).addEdge(START, "m").compile() : sub;
  const g = new StateGraph(S).addNode("a", how === "inner" || how === "asked" ? async (s) => { if (how === "asked") console.log("first", interrupt("first")); const r = await mid.invoke({ log: ["i"] }); return { log: r.log }; } : mid).addEdge(START, "a").compile({ checkpointer: new MemorySaver() });
  for (const last of [null, new Command({ resume: "y" })]) {
    const cfg = { configurable: { thread_id: how + bp + !!last } };
    console.log("#", how, bp, !!last);
    await g.invoke({ log: ["in"] }, cfg);
    if (how === "asked") await g.invoke(new Command({ resume: "w" }), cfg);
    const [task] = (await g.getState(cfg)).tasks;
    await g.invoke(new Command({ resume: how === "deep" || how === "asked" ? { [task.interrupts[0].id]: "x" } : "x" }), cfg);
    const st = await g.getState(cfg); console.log(st.next, JSON.stringify(st.tasks.map((t) => t.interrupts.map((i) => i.value))));
    try { console.log(JSON.stringify(await g.invoke(last, cfg))); } catch (e) { console.log(e.name, e.message); }
    console.log((await g.getState(cfg)).next);
  }
}
