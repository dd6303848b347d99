// This file calls callbacks for the runs of graphs: for the graph, its nodes and its branches. It is loaded when a run
// has callbacks.
import { CallbackManager } from "../core/callback_manager";
import { ensureHandler } from "../core/callbacks";
import { MessagesHandler, ProtocolMessagesHandler, ToolsHandler } from "./stream_handlers";

export { CallbackManager };

const dict = (v: any, key: string) => (v && !Array.isArray(v) && !(v instanceof Date) && typeof v === "object" ? v : { [key]: v });
const named = (...id: string[]) => ({ lc: 1, type: "not_implemented", id });
const graphID = named("langgraph", "pregel", "CompiledStateGraph");
const nodeID = named("langchain_core", "runnables", "RunnableSequence");
const writeID = named("langgraph", "ChannelWrite");
const lambdaID = named("langchain_core", "runnables", "RunnableLambda");

const once = (handlers: any[]) => [...new Set(handlers)];

/** Returns the callbacks of two configs as one. Each may be a list or a manager. A handler that both have is called once. */
export function both(base: any, given: any): any {
  if (!given || !base) return given || base;
  if (Array.isArray(base) && Array.isArray(given)) return base.concat(given);
  if (Array.isArray(base) || Array.isArray(given)) {
    const manager = (Array.isArray(base) ? given : base).copy();
    for (const h of Array.isArray(base) ? base : given) manager.addHandler(ensureHandler(h), true);
    return manager;
  }
  return new CallbackManager(given._parentRunId, {
    handlers: once(base.handlers.concat(given.handlers)),
    inheritableHandlers: once(base.inheritableHandlers.concat(given.inheritableHandlers)),
    tags: once(base.tags.concat(given.tags)),
    inheritableTags: once(base.inheritableTags.concat(given.inheritableTags)),
    metadata: { ...base.metadata, ...given.metadata },
    inheritableMetadata: { ...base.inheritableMetadata, ...given.inheritableMetadata },
  });
}

interface GraphRun {
  name: string;
  runId?: string;
  input: any;
  callbacks: any[]; // those of outer runs first
  tags: string[];
  metadata: any;
  messages?: (chunk: any, nodeRunId?: string) => void;
  tools?: (chunk: any) => void;
  protocol: boolean; // report messages as events
}

/** Reports that a graph runs. Returns the manager of its run, or undefined if there are no handlers. */
export async function begin(g: GraphRun): Promise<any> {
  let callbacks = g.callbacks.reduce(both, undefined);
  if (g.messages) callbacks = both(callbacks, [new (g.protocol ? ProtocolMessagesHandler : MessagesHandler)(g.messages)]);
  if (g.tools) callbacks = both(callbacks, [new ToolsHandler(g.tools)]);
  const manager = CallbackManager.configure(callbacks, undefined, g.tags, undefined, g.metadata);
  return manager?.handleChainStart(graphID, dict(g.input, "input"), g.runId, undefined, undefined, undefined, g.name);
}

/** Reports how a run ended: with a value, or with an error. */
export async function end(run: any, failed: boolean, value: any): Promise<void> {
  await (failed ? run.handleChainError(value) : run.handleChainEnd(dict(value, "output")));
}

interface Node {
  graph: any; // the manager of the graph's run
  writes?: string[]; // what is written after the node, if that is reported
  name: string;
  step: number;
  hidden: boolean;
  /** The promise is resolved when readers have the chunks of the superstep before. */
  started(run: any): Promise<void>;
  returned(value: any): void;
}

/** Returns the function of a node with reports. Its end is reported when its branches have run, too. */
export function node(fn: ((input: any, config: any) => any) | undefined, n: Node) {
  return async (input: any, config: any) => {
    const tags = n.hidden ? [...config.tags, "langsmith:hidden"] : config.tags;
    const manager = CallbackManager.configure(n.graph.getChild(`graph:step:${n.step}`), undefined, tags, undefined, config.metadata);
    const run = await manager.handleChainStart(nodeID, dict(input, "input"), undefined, undefined, undefined, undefined, n.name);
    await n.started(run);
    const value = fn ? await fn(input, config) : input;
    n.returned(value);
    for (const name of n.writes ?? []) await written(run, name, value, config);
    return value;
  };
}

/** Reports what is written after a node. */
async function written(node: any, name: string, value: any, config: any) {
  const manager = CallbackManager.configure(node.getChild(), undefined, ["langsmith:hidden", ...config.tags], undefined, config.metadata);
  const run = await manager.handleChainStart(writeID, dict(value, "input"), undefined, undefined, undefined, undefined, `ChannelWrite<${name}>`);
  await end(run, false, value);
}

/** Returns the function of a branch with reports. */
export function branch(fn: (input: any, config: any) => any, name = "RunnableLambda") {
  return async (input: any, config: any) => {
    const manager = CallbackManager.configure(config.callbacks, undefined, config.tags, undefined, config.metadata);
    const run = await manager.handleChainStart(lambdaID, dict(input, "input"), undefined, undefined, undefined, undefined, name);
    config.callbacks = run.getChild();
    try {
      const value = await fn(input, config);
      await end(run, false, value);
      return value;
    } catch (e) {
      await end(run, true, e);
      throw e;
    }
  };
}
