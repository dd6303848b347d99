// Subgraph: an order flow uses a vendor check that asks a question of its own, two levels down.
//
// The check is a graph by itself, with a state of its own; the keys that both states have are handed in
// and out. It needs no checkpointer: it is stored with the order that it is part of, and an answer to the order's
// thread finds its way to the node inside that asked. The order does not depend on how the check is done.
//
//   hitlrun run scripts/subgraph.ts                      # two orders, scripted below
//
//   hitlrun start scripts/subgraph.ts --thread po-88 \
//     --input '{"item": "200 valves", "vendor": {"name": "Meyer Valves", "country": "CH", "orders": 0}}'
//   hitlrun resume --thread po-88 --value '{"cleared": true, "by": "Ines"}'

import { Annotation, Command, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import type { StateSnapshot } from "@langchain/langgraph";

type Vendor = { name: string; country: string; orders: number };

const Check = Annotation.Root({
  vendor: Annotation<Vendor>(),
  doubts: Annotation<string[]>(), // of no interest to the order
  clearance: Annotation<string>(),
});

function screen({ vendor }: typeof Check.State) {
  const doubts = [];
  if (vendor.orders === 0) doubts.push("we never bought from them");
  if (!["DE", "FR", "NL"].includes(vendor.country)) doubts.push(`goods from ${vendor.country} pass the customs`);
  return { doubts, clearance: doubts.length === 0 ? "no doubts" : "open" };
}

function compliance({ vendor, doubts }: typeof Check.State) {
  const answer = interrupt({ question: `May we buy from ${vendor.name}?`, doubts });
  return { clearance: answer.cleared ? `cleared by ${answer.by}` : "refused" };
}

const vendorCheck = new StateGraph(Check)
  .addNode("screen", screen)
  .addNode("compliance", compliance)
  .addEdge(START, "screen")
  .addConditionalEdges("screen", ({ doubts }) => (doubts.length > 0 ? "compliance" : END), ["compliance", END])
  .compile();

const Order = Annotation.Root({
  item: Annotation<string>(),
  vendor: Annotation<Vendor>(),
  clearance: Annotation<string>(),
  status: Annotation<string>(),
});

export const graph = new StateGraph(Order)
  .addNode("vendor_check", vendorCheck)
  .addNode("place", ({ clearance }) => ({ status: clearance === "refused" ? "cancelled" : "placed" }))
  .addEdge(START, "vendor_check")
  .addEdge("vendor_check", "place")
  .compile({ checkpointer: new MemorySaver() });

// False when `hitlrun start` loads this file for its graph alone.
if (import.meta.main !== false) {
  const known = { item: "10 pumps", vendor: { name: "Pompes Martin", country: "FR", orders: 12 } };
  console.log(await graph.invoke(known, { configurable: { thread_id: "po-87" } }));

  const thread = { configurable: { thread_id: "po-88" } };
  await graph.invoke({ item: "200 valves", vendor: { name: "Meyer Valves", country: "CH", orders: 0 } }, thread);
  const { next, tasks } = await graph.getState(thread, { subgraphs: true });
  const inner = tasks[0].state as StateSnapshot;
  console.log("the order waits in", next, "the check in", inner.next, "with", inner.tasks[0].interrupts[0].value);
  console.log(await graph.invoke(new Command({ resume: { cleared: true, by: "Ines" } }), thread));
}
