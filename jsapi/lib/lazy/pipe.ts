// This file joins graphs with what comes behind them: graph.pipe(next).
import { RunnableSequence } from "../core/runnables";

export const pipe = (graph: any, next: any) => RunnableSequence.from([graph, next]);
