// Pins: what new StateGraph takes for a state, and what it refuses
import { Annotation, StateGraph, START, StateGraphInputError } from "@langchain/langgraph";

const attempt = (name, ...args) => {
  try {
    const g = new StateGraph(...args);
    console.log(name, "has channels", Object.keys(g.channels));
  } catch (e) {
    console.log(name, "=>", e.name, "|", e.message, "|", e instanceof StateGraphInputError);
  }
};
const A = Annotation.Root({ a: Annotation() });
const B = Annotation.Root({ b: Annotation() });
attempt("annotation", A);
attempt("spec", A.spec);
attempt("channels", { channels: { x: null, y: { value: (a, b) => b, default: () => 1 }, z: { reducer: (a, b) => b } } });
attempt("stateSchema", { stateSchema: A });
attempt("stateSchema and output", { stateSchema: Annotation.Root({ ...A.spec, ...B.spec }), input: A, output: B });
attempt("input and output", { input: A, output: B });
attempt("state and input", { state: A, input: B });
attempt("context as the second", A, B);
attempt("options as the second", A, { input: B, output: A });
attempt("undefined", undefined);
attempt("null", null);
attempt("number", 1);
attempt("empty", {});
attempt("nothing but output", { output: A });
const g = new StateGraph(A);
console.log(g.addNode("n", () => ({})) === g, g.addEdge(START, "n") === g);
