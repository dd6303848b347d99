// Pins: addSequence in its forms, and what it refuses
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }) });
const step = (n) => () => ({ log: [n] });
const list = new StateGraph(State).addSequence([["a", step("a")], ["b", step("b")], ["c", step("c")]]).addEdge(START, "a").compile();
console.log((await list.invoke({})).log);
const object = new StateGraph(State).addSequence({ x: step("x"), y: step("y") }).addEdge(START, "x").addEdge("y", END).compile();
console.log((await object.invoke({})).log);
const withOptions = new StateGraph(State)
  .addSequence([["a", step("a")], ["b", (s) => ({ log: [Object.keys(s).join()] }), { input: Annotation.Root({ only: Annotation() }) }]])
  .addEdge(START, "a")
  .compile();
console.log((await withOptions.invoke({})).log);
const two = new StateGraph(State)
  .addSequence([["a", step("a")], ["b", step("b")]])
  .addSequence([["c", step("c")], ["d", step("d")]])
  .addEdge(START, "a")
  .addEdge("b", "c")
  .compile();
console.log((await two.invoke({})).log);
for (const nodes of [[], {}, [["a", step("a")], ["a", step("a")]]]) {
  try {
    new StateGraph(State).addSequence(nodes);
    console.log("fine");
  } catch (e) {
    console.log(e.name, e.message);
  }
}
