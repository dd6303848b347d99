// Pins: a state described with zod: defaults, inputs that are refused, an input schema of its own
import { START, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";

const State = z.object({ name: z.string(), amount: z.number().min(1).default(5), note: z.string().optional() });
const Input = z.object({ name: z.string().min(2), amount: z.number().min(1).optional() });
export const make = (options) =>
  new StateGraph({ state: State, input: Input })
    .addNode("ask", ({ name, amount }) => ({ note: `${name} ${amount} ${interrupt({ name })}` }))
    .addEdge(START, "ask")
    .compile(options);
export const graph = make();
export const steps = [{ start: { name: "Bob", amount: 3 } }, { resume: true }, { start: { name: "Eve", other: 1 } }, { resume: ["x"] }];
