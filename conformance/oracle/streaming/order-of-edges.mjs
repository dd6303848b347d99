// Pins: the order of the chunks of tasks that end together, with conditional edges, edges, Sends, Commands and timers among them.
import { Annotation, Command, END, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";

/** A generator of numbers in [0, 1) that a seed decides. */
function numbers(seed) {
  let a = Math.imul(seed + 1, 2654435761);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul((a ^ (a >>> 15)), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), in: Annotation() });
const later = (ms) => new Promise((done) => setTimeout(done, ms));

function graphOf(seed) {
  const random = numbers(seed);
  const pick = (...list) => list[Math.floor(random() * list.length)];
  const graph = new StateGraph(State);
  const node = (name) => {
    const result = pick({ log: [name] }, null, { log: [name] });
    const kind = pick("sync", "0 awaits", "1 awaits", "2 awaits", "3 awaits", "20 awaits", "promise", "command", "timer");
    graph.addNode(name, {
      sync: () => result,
      promise: () => Promise.resolve(result),
      command: () => new Command({ update: result ?? {} }),
      timer: async () => { await later(5); return result; },
    }[kind] ?? (async () => { for (let i = parseInt(kind); i > 0; i--) await null; return result; }));
  };
  const first = 2 + Math.floor(random() * 3), second = 1 + Math.floor(random() * 3);
  for (let i = 0; i < first; i++) node(`a${i}`);
  for (let i = 0; i < second; i++) node(`b${i}`);
  for (let i = 0; i < first; i++) {
    const from = `a${i}`, to = `b${Math.floor(random() * second)}`, other = `b${Math.floor(random() * second)}`;
    graph.addEdge(START, from);
    const kind = pick("edge", "edge", "condition", "async", "async", "two", "none", "sends", "timer");
    if (kind === "edge") graph.addEdge(from, to);
    else if (kind !== "none") {
      graph.addConditionalEdges(from, {
        condition: () => to,
        async: async () => { await null; return to; },
        two: () => [to, other],
        sends: () => [new Send(to, {}), new Send(other, {})],
        timer: async () => { await later(15); return to; },
      }[kind]);
    }
  }
  graph.addNode("end", () => null).addEdge(START, "end").addConditionalEdges("end", () => END); // so that each node can be reached
  const modes = pick(["updates"], ["updates", "values"], ["values", "updates", "tasks"], ["tasks"], ["updates", "checkpoints"]);
  return { graph: graph.compile({ checkpointer: random() < 0.5 ? new MemorySaver() : undefined }), modes };
}

const short = {
  updates: (chunk) => JSON.stringify(chunk),
  values: (chunk) => chunk.log.join(),
  tasks: (chunk) => chunk.name + ("result" in chunk ? " ends" : " starts"),
  checkpoints: (chunk) => String(chunk.metadata.step),
};
for (let seed = 100; seed < 190; seed++) {
  const { graph, modes } = graphOf(seed);
  const line = [];
  for await (const [mode, chunk] of await graph.stream({ in: 1 }, { streamMode: modes, configurable: { thread_id: "t" } })) {
    line.push(short[mode](chunk));
  }
  console.log(seed, line.join(" | "));
}
