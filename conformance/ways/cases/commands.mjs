// Pins: Commands that lead on, update, and loop until an answer is right
// Stored: an update with an answer is shown with the checkpoint that it makes, and not with the one before
// Stored in 0.2: an update with an answer is shown with the checkpoint that it makes, and not with the one before
import { Annotation, Command, END, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({ age: Annotation(), tries: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) });
const ask = () => {
  const age = interrupt("age?");
  return typeof age === "number" ? new Command({ goto: "check", update: { age } }) : new Command({ goto: "ask", update: { tries: 1 } });
};
export const make = (options) =>
  new StateGraph(State)
    .addNode("ask", ask, { ends: ["ask", "check"] })
    .addNode("check", ({ age }) => new Command({ goto: age > 17 ? END : "minor" }), { ends: ["minor", END] })
    .addNode("minor", () => ({ tries: 100 }))
    .addEdge(START, "ask")
    .compile(options);
export const graph = make();
export const steps = [{ start: {} }, { resume: "old" }, { resume: 12 }, { start: { age: 1 } }, { resume: 40, update: { tries: 5 } }];
