// Pins: timeouts that are none
import { Annotation, Send, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation() });
for (const timeout of [0, -5, NaN, "1", { runTimeout: 0 }, { idleTimeout: -1 }, { runTimeout: "2" }, { runTimeout: 1, refreshOn: "never" }, {}, null]) {
  try {
    new StateGraph(State).addNode("a", () => ({}), { timeout });
    console.log("accepted");
  } catch (e) {
    console.log(e.name, e.message);
  }
}
try {
  new StateGraph(State).setNodeDefaults({ timeout: 0 });
} catch (e) {
  console.log(e.message);
}
