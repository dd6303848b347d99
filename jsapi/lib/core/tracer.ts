// This file reports the runs of a runnable to functions: withListeners().
import { BaseCallbackHandler } from "./callbacks";
import { ensureConfig, mergeConfigs } from "./config";
import "./runnable_callbacks";
import { RunnableBinding } from "./runnables";

const now = () => new Date().toISOString();

/** Makes runs of calls of callbacks, each with the runs inside of it, and calls the listeners with the outermost. */
class Listener extends BaseCallbackHandler {
  name = "RootListenersTracer";
  awaitHandlers = true;
  private runs = new Map<string, any>();
  private root: string | undefined;

  constructor(private listeners: any, private config: any) {
    super();
  }
  private async start(run_type: string, serialized: any, inputs: any, id: string, parent: any, tags: any, metadata: any, name: any): Promise<void> {
    const own = name ?? serialized?.id?.[serialized.id.length - 1] ?? run_type;
    const run = { id, name: own, run_type, parent_run_id: parent, inputs, tags: tags ?? [], extra: { metadata: metadata ?? {} }, child_runs: [], serialized, start_time: now() };
    this.runs.set(id, run);
    this.runs.get(parent)?.child_runs.push(run);
    this.root ??= id;
    if (id === this.root) await this.listeners.onStart?.(run, this.config);
  }
  private async end(id: string, more: any, listener: string): Promise<void> {
    const run = this.runs.get(id);
    if (!run) return;
    Object.assign(run, more, { end_time: now() });
    if (id === this.root) await this.listeners[listener]?.(run, this.config);
  }
  handleChainStart(s: any, inputs: any, id: string, parent: any, tags: any, metadata: any, type: any, name: any): Promise<void> {
    return this.start(type ?? "chain", s, inputs, id, parent, tags, metadata, name);
  }
  handleToolStart(s: any, input: any, id: string, parent: any, tags: any, metadata: any, name: any): Promise<void> {
    return this.start("tool", s, { input }, id, parent, tags, metadata, name);
  }
  handleLLMStart(s: any, prompts: any, id: string, parent: any, _extra: any, tags: any, metadata: any, name: any): Promise<void> {
    return this.start("llm", s, { prompts }, id, parent, tags, metadata, name);
  }
  handleChatModelStart(s: any, messages: any, id: string, parent: any, _extra: any, tags: any, metadata: any, name: any): Promise<void> {
    return this.start("llm", s, { messages }, id, parent, tags, metadata, name);
  }
  handleChainEnd(outputs: any, id: string): Promise<void> {
    return this.end(id, { outputs }, "onEnd");
  }
  handleToolEnd(output: any, id: string): Promise<void> {
    return this.end(id, { outputs: { output } }, "onEnd");
  }
  handleLLMEnd(outputs: any, id: string): Promise<void> {
    return this.end(id, { outputs }, "onEnd");
  }
  handleChainError(error: any, id: string): Promise<void> {
    return this.end(id, { error: `${error?.message ?? error}` }, "onError");
  }
  handleToolError(error: any, id: string): Promise<void> {
    return this.handleChainError(error, id);
  }
  handleLLMError(error: any, id: string): Promise<void> {
    return this.handleChainError(error, id);
  }
}

/** Returns a runnable whose runs have listeners, which are called with the run and its config. */
export function withListeners(runnable: any, listeners: any): any {
  const bound: any = new (RunnableBinding as any)({ bound: runnable, config: {}, kwargs: {} });
  const merge = bound._merge;
  bound._merge = function (this: any, options: any) {
    const config = ensureConfig(merge.call(this, options));
    return mergeConfigs(config, { callbacks: [new Listener(listeners, config)] } as any);
  };
  return bound;
}
