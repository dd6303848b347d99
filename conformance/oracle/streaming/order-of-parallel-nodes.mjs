// Pins: which of two nodes that run at once has its chunk first, by what they return, wait for, and lead to
import { Annotation, Command, Send, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ a: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const o = { a: ["o"] };
const waits = (n) => async () => { for (let i = 0; i < n; i++) await 0; return o; };
const kinds = {
  null: () => null, object: () => o, command: () => new Command({ update: o }), listed: () => [o, new Command({})], two: () => [o, o, new Command({})],
  goto: () => new Command({ goto: "z", update: o }), listedGoto: () => [new Command({ goto: "z" }), o], send: () => new Command({ goto: new Send("z", {}) }),
  asyncNull: async () => null, async: async () => o, asyncListed: async () => [o, new Command({ goto: "z" })],
  waits1: waits(1), waits2: waits(2), waits4: waits(4), waits8: waits(8),
};
async function order(nodes, edges) {
  const b = new StateGraph(State).addNode("z", () => ({})).addNode("w", () => ({})).addEdge(START, "late").addEdge("late", "w").addEdge("late", "z");
  b.addNode("late", async () => { await new Promise((r) => setTimeout(r, 3)); return {}; });
  nodes.forEach((f, i) => {
    b.addNode(`n${i}`, f, { ends: ["z"] }).addEdge(START, `n${i}`);
    if (edges[i]) b.addEdge(`n${i}`, "w");
  });
  const got = [];
  for await (const chunk of await b.compile().stream({}, { streamMode: "updates" })) {
    got.push(...Object.keys(chunk));
    if (got.length === nodes.length) return got.join(" ");
  }
}
for (const edges of [[false, false], [true, true], [true, false]]) {
  for (const [name, f] of Object.entries(kinds)) {
    const before = [];
    for (const [other, g] of Object.entries(kinds)) if (await order([f, g], edges) === "n0 n1") before.push(other);
    console.log(edges.join(), name, "<", before.join(" "));
  }
}
for (const n of [0, 1, 2, 3, 4, 6, 7, 10, 12]) {
  console.log(n, await order([waits(n), kinds.object, kinds.null], []), "|", await order([waits(n), waits(1), kinds.object, kinds.null, kinds.null], []));
}
