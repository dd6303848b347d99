// Pins: stepTimeout of a graph and the node option timeout
import { Annotation, NodeTimeoutError, START, StateGraph, isNodeTimeoutError } from "@langchain/langgraph";

const build = (options) =>
  new StateGraph(Annotation.Root({ v: Annotation() }))
    .addNode("slow", async () => {
      await new Promise((r) => setTimeout(r, 30));
      return { v: 1 };
    }, options)
    .addEdge(START, "slow")
    .compile();
const attempt = async (name, graph) => {
  try {
    console.log(name, await graph.invoke({}));
  } catch (e) {
    console.log(name, "=>", e.name, e.message.replace(/\d+(\.\d+)?ms/g, "?ms"), isNodeTimeoutError(e), e instanceof NodeTimeoutError, e.node, e.kind, e.timeout);
  }
};
await attempt("none", build());
await attempt("timeout", build({ timeout: 5 }));
await attempt("timeout is long", build({ timeout: 5000 }));
await attempt("runTimeout", build({ timeout: { runTimeout: 5 } }));
await attempt("idleTimeout", build({ timeout: { idleTimeout: 5 } }));
const limited = build();
limited.stepTimeout = 5;
await attempt("stepTimeout", limited);
for (const timeout of [0, -1, NaN, { runTimeout: 0 }, {}, "5"]) {
  try {
    build({ timeout });
    console.log(timeout, "is fine");
  } catch (e) {
    console.log(timeout, "=>", e.name, e.message);
  }
}
