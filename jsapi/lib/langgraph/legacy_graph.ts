// This file has Graph, the predecessor of StateGraph: each node gets what the node before it returned.

import { Pregel } from "./compiled";
import { StateGraph } from "./graph";

/** What Graph.compile() returns. */
export class CompiledGraph extends Pregel {}

export class Graph extends StateGraph {
  constructor() { super({ channels: { __root__: null } }); }

  addEdge(from: string, to: string): this {
    if ([...this.edges].some(([start]) => start === from)) {
      throw new Error(`Already found path for ${from}. For multiple edges, use StateGraph.`);
    }
    return super.addEdge(from, to);
  }

  compile(options: any = {}): any {
    const checked = super.compile(options);
    return __hitlrun.lib("langgraph/legacy_wiring.ts").wireLegacy(new CompiledGraph(), this, checked, options);
  }

  /** In LangGraph.js StateGraph is a subclass of Graph. */
  static [Symbol.hasInstance](x: any) { return this === Graph ? x instanceof StateGraph : Function.prototype[Symbol.hasInstance].call(this, x); }
}
