// Pins: the order of chunks when a run is resumed with goto, and where it goes
import { Annotation, Command, MemorySaver, START, Send, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const make = () => new StateGraph(State)
  .addNode("ask", () => ({ log: [`ask ${interrupt("go?")}`] }), { ends: ["other", "after"] })
  .addNode("after", () => ({ log: ["after"] }))
  .addNode("other", (s) => ({ log: [`other ${s.log?.length ?? s.sent}`] }))
  .addNode("side", () => ({ log: ["side"] }))
  .addEdge(START, "ask").addEdge(START, "side").addEdge("ask", "after").compile({ checkpointer: new MemorySaver() });
const commands = {
  "resume and goto": () => new Command({ resume: "yes", goto: "other" }),
  "resume, goto and update": () => new Command({ resume: "yes", goto: "other", update: { log: ["updated"] } }),
  "resume and several": () => new Command({ resume: "yes", goto: ["other", "after"] }),
  "resume and a Send": () => new Command({ resume: "yes", goto: new Send("other", { sent: 7 }) }),
  "goto the node that asks": () => new Command({ resume: "yes", goto: "ask" }),
  "goto alone": () => new Command({ goto: "other" }),
  "update alone": () => new Command({ update: { log: ["updated"] } }),
  "goto and update": () => new Command({ goto: "other", update: { log: ["updated"] } }),
};
for (const mode of ["updates", "values", ["updates", "values"], "tasks", "debug"]) {
  for (const [name, command] of Object.entries(commands)) {
    const g = make();
    const config = { configurable: { thread_id: "1" } };
    await g.invoke({ log: ["in"] }, config);
    const chunks = [];
    try {
      for await (const c of await g.stream(command(), { ...config, streamMode: mode })) {
        const [m, p] = Array.isArray(c) ? c : ["", c];
        if (mode === "tasks" || mode === "debug") {
          const t = mode === "debug" ? p.payload : p;
          chunks.push(`${p.type ?? ""} ${t.name ?? t.next?.join("+")} ${t.result !== undefined ? JSON.stringify(t.result) : t.triggers ?? ""}`.trim());
        } else chunks.push(`${m} ${JSON.stringify(p, (k, v) => k === "id" ? undefined : v)}`.trim());
      }
    } catch (e) { chunks.push(`${e.name}: ${e.message}`); }
    console.log(`${mode}, ${name}:\n  ${chunks.join("\n  ")}`);
    const now = await g.getState(config);
    console.log(" ", now.next, JSON.stringify(now.values));
  }
}
