// Effects before, between and after questions: each happens once. The server refuses some of
// the last ones, or does not answer.

import { END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { State, ticket, weather } from "./state.ts";

async function order(s: typeof State.State) {
  const first = await ticket(s, "first", null);
  const one = interrupt({ label: "one", thread: s.thread, shown: [first.ticket] });
  const sky = await weather(s);
  const both = await Promise.all([ticket(s, "left", [one, sky]), ticket(s, "right", [one, first.ticket])]);
  const two = interrupt({ label: "two", thread: s.thread, shown: both.map((t) => t.ticket) });
  const tickets = [first, ...both];
  for (let i = 0; i < 4; i++) tickets.push(await ticket(s, "last " + i, [two, sky, ...tickets.map((t) => t.ticket)]));
  return { answers: [["one", one], ["two", two]], tickets };
}

async function confirm(s: typeof State.State) {
  const t = await ticket(s, "confirm", s.tickets.map((t) => t.ticket));
  return { answers: [["three", interrupt({ label: "three", thread: s.thread, shown: [t.ticket] })]], tickets: [t] };
}

export const graph = new StateGraph(State)
  .addNode("order", order, { effects: "once" })
  .addNode("confirm", confirm, { effects: "once" })
  .addEdge(START, "order").addEdge("order", "confirm").addEdge("confirm", END)
  .compile();
