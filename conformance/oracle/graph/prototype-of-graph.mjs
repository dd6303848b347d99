// Pins: Runnable.prototype is a prototype of graphs, tools and lambdas, and of nothing else
import { Runnable, RunnableLambda, RunnableSequence } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const graph = new StateGraph(Annotation.Root({ a: Annotation() })).addNode("n", () => ({ a: 1 })).addEdge(START, "n").compile();
const lambda = RunnableLambda.from((x) => x + 1);
const add = tool(() => "x", { name: "add", schema: z.object({}) });
for (const v of [graph, lambda, lambda.pipe(lambda), add, {}, null, 5, Runnable.prototype]) console.log(Runnable.prototype.isPrototypeOf(v), v instanceof Runnable);
console.log(RunnableLambda.prototype.isPrototypeOf(lambda), RunnableSequence.prototype.isPrototypeOf(lambda), RunnableLambda.prototype.isPrototypeOf(graph));
