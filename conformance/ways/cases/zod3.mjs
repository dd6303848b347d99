// Pins: a state described with zod 3, whose reducer is given beside it
import { START, StateGraph, interrupt } from "@langchain/langgraph";
import { withLangGraph } from "@langchain/langgraph/zod";
import { z } from "zod/v3";

const State = z.object({
  name: z.string(),
  list: withLangGraph(z.array(z.string()), { reducer: { schema: z.union([z.string(), z.array(z.string())]), fn: (a, b) => a.concat(b) }, default: () => ["d"] }),
  size: z.number().default(3),
});
export const make = (options) =>
  new StateGraph(State)
    .addNode("ask", ({ name, size }) => ({ list: interrupt(`${name} ${size}`) }))
    .addEdge(START, "ask")
    .compile(options);
export const graph = make();
export const modes = ["values"];
export const steps = [{ start: { name: "Ann", list: "x" } }, { resume: ["a", "b"] }, { start: { name: 5 } }, { start: { name: "Eve", size: 1 } }, { resume: "c" }];
