// Pins: what lambdas, sequences, maps, picks and passthroughs report to callbacks, and how runs are nested
import { RunnableLambda, RunnableMap, RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { CallbackManager } from "@langchain/core/callbacks/manager";
import { dispatchCustomEvent } from "@langchain/core/callbacks/dispatch";
import { FakeListChatModel } from "@langchain/core/utils/testing";

const ids = new Map();
const id = (x) => (x === undefined ? "-" : (ids.has(x) || ids.set(x, `r${ids.size}`), ids.get(x)));
class H extends BaseCallbackHandler {
  name = "h";
  awaitHandlers = true;
  handleChainStart(chain, input, runId, parent, tags, metadata, type, name) { console.log("start", chain.id.at(-1), JSON.stringify(input), id(runId), id(parent), tags, metadata, type, name); }
  handleChainEnd(output, runId, parent) { console.log("end", JSON.stringify(output?.lc_kwargs ? "message" : output), id(runId), id(parent)); }
  handleChainError(e, runId) { console.log("error", e.message, id(runId)); }
  handleChatModelStart(m, messages, runId, parent, extra, tags) { console.log("model", id(runId), id(parent), tags); }
  handleCustomEvent(name, data, runId, tags, metadata) { console.log("custom", name, data, id(runId), tags, metadata); }
}
const h = new H();
const double = RunnableLambda.from((x) => x * 2);
const add = RunnableLambda.from(async function add(x, config) { await dispatchCustomEvent("adding", { x }); return x + 1; }).withConfig({ runName: "adder", tags: ["a"] });
console.log(await double.pipe(add).invoke(3, { callbacks: [h], tags: ["t"], metadata: { m: 1 }, runName: "seq" }));
console.log(await RunnableMap.from({ d: double, p: new RunnablePassthrough() }).invoke(4, { callbacks: [h] }));
console.log(await RunnablePassthrough.assign({ d: (x) => x.n * 2 }).pick("d").invoke({ n: 5 }, { callbacks: [h] }));
const nested = RunnableLambda.from(async (x, config) => double.invoke(await double.invoke(x), config));
console.log(await nested.invoke(1, { callbacks: [h] }));
await RunnableLambda.from(() => { throw new Error("bad"); }).invoke("x", { callbacks: [h] }).catch((e) => console.log(e.message));
const chain = RunnableSequence.from([(x) => [["human", x]], new FakeListChatModel({ responses: ["r"] }), (m) => m.content]);
console.log(await chain.invoke("q", { callbacks: CallbackManager.fromHandlers({ handleLLMEnd: () => console.log("llm end") }) }));
console.log(await chain.invoke("q", { callbacks: [h] }));
console.log(await chain.batch(["a", "b"]));
