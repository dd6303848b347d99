// Pins: which errors are tried again when a policy does not say
import { Annotation, GraphValueError, START, StateGraph } from "@langchain/langgraph";

const named = (name) => Object.assign(new Error("m"), { name });
const errors = {
  plain: () => new Error("m"), type: () => new TypeError("m"), cancel: () => new Error("Cancelled by user"), abort: () => named("AbortError"),
  abortMessage: () => new Error("AbortError: stop"), value: () => new GraphValueError("m"), econn: () => Object.assign(new Error("m"), { code: "ECONNABORTED" }),
  400: () => Object.assign(new Error("m"), { status: 400 }), 404: () => Object.assign(new Error("m"), { response: { status: 404 } }),
  408: () => Object.assign(new Error("m"), { status: 408 }), 429: () => Object.assign(new Error("m"), { status: 429 }), 500: () => Object.assign(new Error("m"), { response: { status: "500" } }),
  409: () => Object.assign(new Error("m"), { status: "409" }), quota: () => Object.assign(new Error("m"), { error: { code: "insufficient_quota" } }),
};
for (const [name, make] of Object.entries(errors)) {
  let runs = 0;
  const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
    .addNode("node", () => {
      runs++;
      throw make();
    }, { retryPolicy: { maxAttempts: 2, initialInterval: 1, jitter: false, logWarning: false } })
    .addEdge(START, "node")
    .compile();
  await graph.invoke({ n: 1 }).catch(() => {});
  console.log(name, runs);
}
