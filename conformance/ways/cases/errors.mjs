// Pins: errors of runs: a node that is not there, a loop without an end, a node that returns no object
import { Annotation, Command, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ what: Annotation(), one: Annotation() });
export const make = (options) =>
  new StateGraph(State)
    .addNode("choose", ({ what }) => new Command({ goto: what }), { ends: ["a", "loop", "text"] })
    .addNode("a", () => ({ one: "a" }))
    .addNode("loop", () => ({ one: "again" }))
    .addNode("text", () => "no object")
    .addEdge(START, "choose")
    .addEdge("loop", "loop")
    .compile(options);
export const graph = make();
export const modes = ["updates"];
export const steps = [{ start: { what: "nowhere" } }, { start: { what: "text" } }, { start: { what: "a" } }, { update: { one: 1 }, as: "nobody" }, { start: {} }, { start: { other: 1 } }];
