// A graph that is a node, the same graph run by the function of a node, and tasks: what
// they returned is stored.

import { Annotation, END, START, StateGraph, interrupt, task } from "@langchain/langgraph";
import { type S, State, ticket } from "./state.ts";

const Inner = Annotation.Root({
  thread: Annotation<string>(),
  where: Annotation<string>(),
  asked: Annotation<any[]>(),
  answers: Annotation<any[]>(),
});

const inner = new StateGraph(Inner)
  .addNode("ask", ({ thread, where = "node" }) => {
    const a = interrupt({ label: where + " a", thread });
    return { asked: [[where + " a", a], [where + " b", interrupt({ label: where + " b", thread, a })]] };
  })
  .addNode("again", ({ thread, where = "node", asked }) => {
    return { answers: [...asked, [where + " c", interrupt({ label: where + " c", thread })]] };
  })
  .addEdge(START, "ask").addEdge("ask", "again").addEdge("again", END)
  .compile();

const book = task("book", (s: S, name: string, about: unknown) => ticket(s, name, about));

async function travel({ thread, url }: typeof State.State) {
  const s = { thread, url };
  const flight = await book(s, "flight", null);
  const a = interrupt({ label: "travel a", thread, shown: [flight.ticket] });
  const both = await Promise.all([book(s, "hotel", [a, flight.ticket]), book(s, "car", [a, flight.ticket])]);
  const b = interrupt({ label: "travel b", thread, shown: both.map((t) => t.ticket) });
  const bill = await book(s, "bill", [b, ...both.map((t) => t.ticket)]);
  return { answers: [["travel a", a], ["travel b", b]], tickets: [flight, ...both, bill] };
}

async function plan({ thread }: typeof State.State) {
  const { answers } = await inner.invoke({ thread, where: "plan" });
  return { answers };
}

export const graph = new StateGraph(State)
  .addNode("inner", inner)
  .addNode("travel", travel, { effects: "once" })
  .addNode("plan", plan)
  .addEdge(START, "inner").addEdge("inner", "travel").addEdge("travel", "plan").addEdge("plan", END)
  .compile();
