// Effects before, between and after questions: each happens once.

import { END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { State, ticket, weather } from "./state.ts";

async function order(s: typeof State.State) {
  const first = await ticket(s, "first", null);
  const one = interrupt({ label: "one", thread: s.thread, shown: [first.ticket] });
  const sky = await weather(s);
  const both = await Promise.all([ticket(s, "left", [one, sky]), ticket(s, "right", [one, first.ticket])]);
  const two = interrupt({ label: "two", thread: s.thread, shown: both.map((t) => t.ticket) });
  const last = await ticket(s, "last", [two, sky, both[0].ticket, both[1].ticket]);
  return { answers: [["one", one], ["two", two]], tickets: [first, ...both, last] };
}

async function confirm(s: typeof State.State) {
  const t = await ticket(s, "confirm", s.tickets.map((t) => t.ticket));
  return { answers: [["three", interrupt({ label: "three", thread: s.thread, shown: [t.ticket] })]], tickets: [t] };
}

export const graph = new StateGraph(State)
  .addNode("order", order, { effects: "once" } as any)
  .addNode("confirm", confirm, { effects: "once" } as any)
  .addEdge(START, "order").addEdge("order", "confirm").addEdge("confirm", END)
  .compile();
