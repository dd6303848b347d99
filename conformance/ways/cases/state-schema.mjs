// Pins: StateSchema with reduced and untracked values
import { ReducedValue, START, StateGraph, StateSchema, UntrackedValue, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  total: new ReducedValue(z.number().default(0), { inputSchema: z.number(), reducer: (a, b) => a + b }),
  scratch: new UntrackedValue(z.string().optional()),
  who: z.string().default("nobody"),
});
export const make = (options) =>
  new StateGraph(State)
    .addNode("add", ({ who }) => ({ total: 2, scratch: `of ${who}` }))
    .addNode("ask", ({ scratch, total }) => ({ total: interrupt({ scratch: scratch ?? "gone", total }) }))
    .addEdge(START, "add")
    .addEdge("add", "ask")
    .compile(options);
export const graph = make();
export const steps = [{ start: { total: 1, who: "Ann" } }, { resume: 10 }];
