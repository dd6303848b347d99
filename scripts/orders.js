// Orders: plain JavaScript, a zod object as state, and updates streamed as they happen.
//
// A web shop packs an order. For each item that is sold out the customer says what to do; the node that
// asks is entered once per item, a loop of edges where validation.ts has a loop in a node. stream() hands
// out what each node wrote when it is done, and the question when there is one.
//
//   hitlrun run scripts/orders.js                        # a scripted order
//
//   hitlrun start scripts/orders.js --thread web-5 --input '{"customer": "Ada", "wanted": ["tea", "honey"]}'
//   hitlrun resume --thread web-5 --text jam             # or "leave out"

import { Command, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const stock = { tea: 12, honey: 0, rusks: 3, jam: 5, sugar: 0 };

const Order = z.object({
  customer: z.string(),
  wanted: z.array(z.string()),
  parcel: z.array(z.string()).optional(),
  soldOut: z.array(z.string()).optional(),
  note: z.string().optional(),
});

function pick({ wanted }) {
  return { parcel: wanted.filter((item) => stock[item] > 0), soldOut: wanted.filter((item) => !(stock[item] > 0)) };
}

function replace({ parcel, soldOut }) {
  const [item, ...rest] = soldOut;
  const instead = Object.keys(stock).filter((other) => stock[other] > 0 && !parcel.includes(other));
  const answer = interrupt({ question: `We are out of ${item}. What instead?`, answers: [...instead, "leave out"] });
  return { parcel: instead.includes(answer) ? [...parcel, answer] : parcel, soldOut: rest };
}

function pack({ customer, parcel }) {
  return { note: parcel.length > 0 ? `Parcel for ${customer}: ${parcel.join(", ")}` : `Nothing left to send to ${customer}` };
}

const open = ({ soldOut }) => (soldOut.length > 0 ? "replace" : "pack");

export const graph = new StateGraph(Order)
  .addNode("pick", pick)
  .addNode("replace", replace)
  .addNode("pack", pack)
  .addEdge(START, "pick")
  .addConditionalEdges("pick", open, ["replace", "pack"])
  .addConditionalEdges("replace", open, ["replace", "pack"])
  .compile({ checkpointer: new MemorySaver() });

// False when `hitlrun start` loads this file for its graph alone.
if (import.meta.main !== false) {
  const thread = { configurable: { thread_id: "web-5" } };
  const order = { customer: "Ada", wanted: ["tea", "honey", "rusks", "sugar"] };

  for (const input of [order, new Command({ resume: "jam" }), new Command({ resume: "leave out" })]) {
    for await (const chunk of await graph.stream(input, { ...thread, streamMode: "updates" })) {
      const [[node, update]] = Object.entries(chunk);
      if (node === "__interrupt__") console.log("asks:", update[0].value);
      else console.log(`${node}:`, update);
    }
  }
}
