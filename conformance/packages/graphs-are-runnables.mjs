// Pins: beside the real @langchain/core, a compiled graph and what entrypoint() makes are its runnables
import { Annotation, END, MemorySaver, START, StateGraph, entrypoint } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { Runnable, RunnableBinding, RunnableLambda, RunnableMap, RunnableSequence } from "@langchain/core/runnables";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";

const graph = new StateGraph(Annotation.Root({ n: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) }))
  .addNode("one", (s) => ({ n: 1 })).addEdge(START, "one").addEdge("one", END).compile();
const flow = entrypoint("flow", async (x) => x + 1);
const named = graph.withConfig({ runName: "named" });
for (const [name, v] of Object.entries({ graph, flow, named, tools: new ToolNode([]), builder: graph.builder, lambda: RunnableLambda.from((x) => x) }))
  console.log(name, v instanceof Runnable, Runnable.isRunnable(v), v instanceof RunnableLambda, v instanceof RunnableSequence, v instanceof BaseChatModel, v instanceof RunnableBinding);
console.log(null instanceof Runnable, {} instanceof Runnable, ({ lg_is_pregel: true }) instanceof Runnable);
class Own extends Runnable { lc_namespace = ["own"]; async invoke(x) { return x; } }
console.log(new Own() instanceof Own, graph instanceof Own, new Own() instanceof Runnable);
const show = async (name, f) => { try { console.log(name, JSON.stringify(await f())); } catch (e) { console.log(name, e.constructor.name, e.message); } };
await show("sequence", () => RunnableSequence.from([graph, (s) => s.n * 2]).invoke({ n: 4 }));
await show("lambda first", () => RunnableSequence.from([(n) => ({ n }), graph]).invoke(4));
await show("lambda returns graph", () => new RunnableLambda({ func: () => graph }).invoke({ n: 4 }));
await show("map", () => RunnableMap.from({ a: graph, b: flow.pipe((x) => x) }).invoke({ n: 1 }).catch((e) => e.message));
await show("pipe", () => graph.pipe((s) => s.n).invoke({ n: 1 }));
await show("piped into", () => RunnableLambda.from((n) => ({ n })).pipe(graph).invoke(3));
await show("retry", () => graph.withRetry().invoke({ n: 1 }));
await show("json", () => [graph, graph.getName(), graph.lc_id]);
