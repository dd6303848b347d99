// Pins: a node with a retry policy: attempts, waiting times, what is printed, what is left of failed attempts
import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
let runs = 0;
const graph = (retryPolicy, until) => {
  runs = 0;
  return new StateGraph(State)
    .addNode("flaky", (_, config) => {
      runs++;
      if (runs < until) throw new RangeError(`attempt ${runs}`);
      return { log: [`attempt ${config.executionInfo.nodeAttempt}`] };
    }, { retryPolicy })
    .addEdge(START, "flaky")
    .compile();
};
const attempt = async (policy, until) => {
  try {
    console.log(await graph(policy, until).invoke({ n: 1 }), runs);
  } catch (e) {
    console.log(e.name, e.message, runs);
  }
};
const quick = { initialInterval: 1, jitter: false };
await attempt(quick, 3);
await attempt(quick, 9);
await attempt({ ...quick, maxAttempts: 2 }, 9);
await attempt({ ...quick, maxAttempts: 1 }, 9);
await attempt({ ...quick, maxAttempts: 5, backoffFactor: 3, maxInterval: 5 }, 5);
await attempt({ ...quick, logWarning: false }, 3);
await attempt({ ...quick, retryOn: (e) => e.message !== "attempt 2" }, 9);
await attempt(undefined, 2);
