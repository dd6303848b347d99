// This file has Graph, the predecessor of StateGraph: each node gets what the node before it returned.

import { Command } from "./command";
import { StateGraph } from "./graph";
import { then } from "./schema";

const whole = (v: any) => v === null || v === undefined ? new Command({ update: [["__root__", v]] }) : v;

export class Graph extends StateGraph {
  constructor() { super({ channels: { __root__: null } }); }

  /** Adds a node. The state is whatever it returns. */
  addNode(...args: any[]): this {
    const [name, action, ...rest] = args;
    if (typeof name !== "string" || typeof action !== "function") return super.addNode(...args);
    return super.addNode(name, (state: any, config: any) => then(action(state, config), whole), ...rest);
  }

  addEdge(from: string, to: string): this {
    if ([...this.edges].some(([start]) => start === from)) {
      throw new Error(`Already found path for ${from}. For multiple edges, use StateGraph.`);
    }
    return super.addEdge(from, to);
  }

  /** In LangGraph.js StateGraph is a subclass of Graph. */
  static [Symbol.hasInstance](x: any) { return this === Graph ? x instanceof StateGraph : Function.prototype[Symbol.hasInstance].call(this, x); }
}
