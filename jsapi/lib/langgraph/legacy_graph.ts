// This file has Graph, what there was before StateGraph: each node gets what the one before returned.

import { StateGraph } from "./graph";

export class Graph extends StateGraph {
  constructor() { super({ channels: { __root__: null } }); }

  addEdge(from: string, to: string): this {
    if ([...this.edges].some(([start]) => start === from)) {
      throw new Error(`Already found path for ${from}. For multiple edges, use StateGraph.`);
    }
    return super.addEdge(from, to);
  }

  /** In LangGraph.js StateGraph is a kind of Graph. */
  static [Symbol.hasInstance](x: any) { return this === Graph ? x instanceof StateGraph : Function.prototype[Symbol.hasInstance].call(this, x); }
}
