// Pins: an error handler that returns goto leads where no edge leads; the graph knows its ends
import { Annotation, Command, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const fails = () => { throw new Error("no luck"); };
const attempt = async (name, make) => {
  try {
    const g = make();
    const out = await g.invoke({ log: [] }, { configurable: { thread_id: "1" } });
    console.log(name, JSON.stringify(out.log), out.__interrupt__?.map((i) => i.value) ?? "");
    if (out.__interrupt__) console.log(name, JSON.stringify((await g.invoke(new Command({ resume: "yes" }), { configurable: { thread_id: "1" } })).log));
  } catch (e) { console.log(name, "=>", e.name, e.message.split("\n")[0]); }
};
const b = () => new StateGraph(State).addNode("rescue", (s) => ({ log: ["rescue"] }));
const o = () => ({ checkpointer: new MemorySaver() });
await attempt("no edge", () => b().addNode("work", fails, { errorHandler: () => new Command({ goto: "rescue", update: { log: ["handled"] } }) }).addEdge(START, "work").compile(o()));
await attempt("with ends", () => b().addNode("work", fails, { errorHandler: () => new Command({ goto: "rescue" }), ends: ["rescue"] }).addEdge(START, "work").compile(o()));
await attempt("and an edge", () => b().addNode("next", () => ({ log: ["next"] })).addNode("work", fails, { errorHandler: () => new Command({ goto: "rescue", update: { log: ["handled"] } }) })
  .addEdge(START, "work").addEdge("work", "next").compile(o()));
await attempt("END", () => b().addNode("work", fails, { errorHandler: () => new Command({ goto: END, update: { log: ["handled"] } }) }).addEdge(START, "work").addEdge("work", "rescue").compile(o()));
await attempt("asks, then goto", () => b().addNode("work", fails, { errorHandler: () => new Command({ goto: "rescue", update: { log: [`asked ${interrupt("go on?")}`] } }) }).addEdge(START, "work").compile(o()));
await attempt("several", () => b().addNode("more", () => ({ log: ["more"] })).addNode("work", fails, { errorHandler: () => new Command({ goto: ["rescue", "more"] }) }).addEdge(START, "work").compile(o()));
await attempt("default handler", () => b().addNode("work", fails).addEdge(START, "work").setNodeDefaults?.({ errorHandler: () => new Command({ goto: "rescue" }) }).compile(o()));
