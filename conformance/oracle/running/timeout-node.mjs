// Pins: a node's timeout: the error, what it wrote is dropped, a retry starts afresh
import { Annotation, NodeTimeoutError, START, StateGraph, isNodeTimeoutError } from "@langchain/langgraph";

const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
let runs = 0;
const build = (options, ms) => new StateGraph(State)
  .addNode("slow", async (_, config) => {
    runs++;
    await wait(ms(runs));
    return { log: [`run ${runs} ${config.signal?.aborted}`] };
  }, options)
  .addEdge(START, "slow")
  .compile();
const attempt = async (options, ms) => {
  runs = 0;
  try {
    console.log(await build(options, ms).invoke({ n: 1 }), runs);
  } catch (e) {
    console.log(e.name, e.message.replace(/elapsed: \d+/, "elapsed: N"), e.node, e.kind, e.timeout, e.runTimeout, e.idleTimeout, e instanceof NodeTimeoutError, isNodeTimeoutError(e), runs);
  }
};
await attempt({ timeout: 900 }, () => 1);
await attempt({ timeout: 20 }, () => 100);
await attempt({ timeout: { runTimeout: 20 } }, () => 100);
await attempt({ timeout: { idleTimeout: 20 } }, () => 100);
await attempt({ timeout: { runTimeout: 500, idleTimeout: 20 } }, () => 100);
await attempt({ timeout: 150, retryPolicy: { initialInterval: 1, jitter: false, logWarning: false } }, (run) => (run < 2 ? 300 : 1));
