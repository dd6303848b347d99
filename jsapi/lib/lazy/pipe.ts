// This file connects a graph with the runnable after it: graph.pipe(next).
import { RunnableSequence } from "../core/runnables";

export const pipe = (graph: any, next: any) => RunnableSequence.from([graph, next]);
