// Pins: a graph whose input and output are parts of its state
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const Input = Annotation.Root({ question: Annotation() });
const Output = Annotation.Root({ answer: Annotation() });
const State = Annotation.Root({ ...Input.spec, ...Output.spec, secret: Annotation() });
export const make = (options) =>
  new StateGraph({ stateSchema: State, input: Input, output: Output })
    .addNode("think", ({ question }) => ({ secret: `about ${question}` }))
    .addNode("ask", ({ secret }) => ({ answer: interrupt(secret) }))
    .addEdge(START, "think")
    .addEdge("think", "ask")
    .compile(options);
export const graph = make();
export const modes = ["values", "updates"];
export const steps = [{ start: { question: "tea", answer: "no input", secret: "neither" } }, { resume: "now" }, { update: { answer: "by hand", secret: "new" }, as: "think" }, { proceed: true }];
