// Pins: reserved names of error handlers, and handlers in nodes and edges of the builder
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation() });
const attempt = (f) => {
  try {
    console.log(f());
  } catch (e) {
    console.log(e.name, e.message);
  }
};
const noop = () => ({});
attempt(() => new StateGraph(State).addNode("__error_handler__a", noop).addNode("a", noop, { errorHandler: noop }));
attempt(() => new StateGraph(State).addNode("__default_error_handler__", noop).setNodeDefaults({ errorHandler: noop }).addEdge(START, "__default_error_handler__").compile().name);
const graph = new StateGraph(State).addNode("a", noop, { errorHandler: noop }).addEdge(START, "a");
attempt(() => Object.keys(graph.nodes));
const usual = new StateGraph(State).setNodeDefaults({ errorHandler: noop }).addNode("a", noop).addEdge(START, "a");
attempt(() => typeof usual.compile());
attempt(() => Object.keys(usual.nodes));
