// This file makes of a graph what every runnable can become: a part of a sequence, a tool, a runnable that is tried again.
import { Invokable } from "../core/runnable";
import "../core/runnables";

/** Calls a method that all runnables have on a graph, which has a class of its own. */
export const call = (graph: any, method: string, args: any[]): any => (Invokable.prototype as any)[method].apply(graph, args);
