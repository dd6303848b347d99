// This file makes records of the runs that callbacks report, and has what uses them: withListeners() and the tracers for tests.
import { BaseCallbackHandler } from "./callbacks";
import { ensureConfig, mergeConfigs } from "./config";
import "./runnable_callbacks";
import { RunnableBinding } from "./runnables";

const iso = (time: number) => new Date(time).toISOString();
const asObject = (v: any, key: string) => (v && typeof v === "object" && !Array.isArray(v) ? v : { [key]: v });

/** Makes a record of each run, with the runs inside of it. A subclass is given each outermost record when its run ends. */
abstract class RunTracer extends BaseCallbackHandler {
  runMap = new Map<string, any>();
  abstract persistRun(run: any): Promise<void>;
  declare onRunCreate?: (run: any) => Promise<void>;
  declare onRunUpdate?: (run: any) => Promise<void>;

  copy(): this {
    return this;
  }
  getRunById(id: string): any {
    return this.runMap.get(id);
  }
  // The manager of callbacks creates the record at the start of a run, before it calls handlers.
  private create(run_type: string, serialized: any, inputs: any, id: string, parentId: any, tags: any, extra: any, name: any): any {
    const parent = this.runMap.get(parentId);
    const execution_order = parent ? parent.child_execution_order + 1 : 1;
    const start_time = Date.now();
    const run: any = {
      id, name: name ?? serialized.id[serialized.id.length - 1], parent_run_id: parent && parentId, start_time, serialized,
      events: [{ name: "start", time: iso(start_time) }], inputs, execution_order, child_runs: [],
      child_execution_order: execution_order, run_type, extra, tags: tags || [],
    };
    // The order of runs in a trace, as LangSmith sorts it: the time with the place of the run as its microseconds, then the id.
    const precise = `${iso(start_time).slice(0, -1)}${String(execution_order).slice(0, 3).padStart(3, "0")}Z`;
    const own = precise.replace(/[-:.]/g, "") + id;
    if (parent) {
      parent.child_runs.push(run);
      parent.child_execution_order = Math.max(parent.child_execution_order, execution_order);
      Object.assign(run, { trace_id: parent.trace_id }, parent.dotted_order !== undefined && { dotted_order: `${parent.dotted_order}.${own}`, _serialized_start_time: precise });
    } else if (parentId === undefined) Object.assign(run, { trace_id: id, dotted_order: own, _serialized_start_time: precise });
    return this._addRunToRunMap(run);
  }
  _addRunToRunMap(run: any): any {
    this.runMap.set(run.id, run);
    return run;
  }
  private async started(create: (...args: any[]) => any, args: any[]): Promise<any> {
    const run = this.runMap.get(args[2]) ?? create.apply(this, args);
    await this.onRunCreate?.(run);
    return run;
  }
  private running(id: string, kind: string): any {
    const run = this.runMap.get(id);
    if (!run || (kind !== "chain" && run.run_type !== kind)) throw new Error(`No ${kind === "llm" ? "LLM" : kind} run to end${kind === "llm" || kind === "chain" ? "." : ""}`);
    return run;
  }
  private async end(run: any, event: string, more: any): Promise<any> {
    run.end_time = Date.now();
    Object.assign(run, more);
    run.events.push({ name: event, time: iso(run.end_time) });
    const parent = this.runMap.get(run.parent_run_id);
    if (parent) parent.child_execution_order = Math.max(parent.child_execution_order, run.child_execution_order);
    else await this.persistRun(run);
    await this.onRunUpdate?.(run);
    this.runMap.delete(run.id);
    return run;
  }
  private fail(id: string, kind: string, error: any, more?: any): Promise<any> {
    const text = error instanceof Error ? error.message + (error.stack ? `\n\n${error.stack}` : "") : `${error}`;
    return this.end(this.running(id, kind), "error", { error: text, ...more });
  }
  _createRunForChainStart(s: any, inputs: any, id: string, parent: any, tags: any, metadata: any, type: any, name: any, extra?: any): any {
    return this.create(type ?? "chain", s, inputs, id, parent, tags, metadata ? { ...extra, metadata } : { ...extra }, name);
  }
  _createRunForToolStart(s: any, input: any, id: string, parent: any, tags: any, metadata: any, name: any): any {
    return this.create("tool", s, typeof input === "string" ? { input } : input, id, parent, tags, metadata ? { metadata } : {}, name);
  }
  _createRunForRetrieverStart(s: any, query: string, id: string, parent: any, tags: any, metadata: any, name: any): any {
    return this.create("retriever", s, { query }, id, parent, tags, metadata ? { metadata } : {}, name);
  }
  _createRunForLLMStart(s: any, prompts: any, id: string, parent: any, extra: any, tags: any, metadata: any, name: any): any {
    return this.create("llm", s, { prompts }, id, parent, tags, metadata ? { ...extra, metadata } : (extra ?? {}), name);
  }
  _createRunForChatModelStart(s: any, messages: any, id: string, parent: any, extra: any, tags: any, metadata: any, name: any): any {
    return this.create("llm", s, { messages }, id, parent, tags, metadata ? { ...extra, metadata } : (extra ?? {}), name);
  }
  handleChainStart(...args: any[]): Promise<any> {
    return this.started(this._createRunForChainStart, args);
  }
  handleToolStart(...args: any[]): Promise<any> {
    return this.started(this._createRunForToolStart, args);
  }
  handleRetrieverStart(...args: any[]): Promise<any> {
    return this.started(this._createRunForRetrieverStart, args);
  }
  handleLLMStart(...args: any[]): Promise<any> {
    return this.started(this._createRunForLLMStart, args);
  }
  handleChatModelStart(...args: any[]): Promise<any> {
    return this.started(this._createRunForChatModelStart, args);
  }
  async handleLLMNewToken(token: string, idx: any, id: string, _p: any, _t: any, fields: any): Promise<any> {
    const run = this.runMap.get(id);
    if (run?.run_type !== "llm") throw new Error('Invalid "runId" provided to "handleLLMNewToken" callback.');
    run.events.push({ name: "new_token", time: iso(Date.now()), kwargs: { token, idx, chunk: fields?.chunk } });
    return run;
  }
  async handleChainEnd(outputs: any, id: string, _p: any, _t: any, kwargs: any): Promise<any> {
    const inputs = kwargs?.inputs !== undefined && { inputs: asObject(kwargs.inputs, "input") };
    return this.end(this.running(id, "chain"), "end", { outputs: asObject(outputs, "output"), ...inputs });
  }
  async handleToolEnd(output: any, id: string): Promise<any> {
    return this.end(this.running(id, "tool"), "end", { outputs: { output } });
  }
  async handleRetrieverEnd(documents: any, id: string): Promise<any> {
    return this.end(this.running(id, "retriever"), "end", { outputs: { documents } });
  }
  async handleLLMEnd(outputs: any, id: string): Promise<any> {
    return this.end(this.running(id, "llm"), "end", { outputs });
  }
  async handleChainError(error: any, id: string, _p: any, _t: any, kwargs: any): Promise<any> {
    return this.fail(id, "chain", error, kwargs?.inputs !== undefined && { inputs: asObject(kwargs.inputs, "input") });
  }
  async handleToolError(error: any, id: string): Promise<any> {
    return this.fail(id, "tool", error);
  }
  async handleRetrieverError(error: any, id: string): Promise<any> {
    return this.fail(id, "retriever", error);
  }
  async handleLLMError(error: any, id: string): Promise<any> {
    return this.fail(id, "llm", error);
  }
}

/** Calls listeners with the outermost run. */
class Listener extends RunTracer {
  name = "RootListenersTracer";
  awaitHandlers = true;
  private root: string | undefined;

  constructor(private listeners: any, private config: any) {
    super();
  }
  async persistRun(): Promise<void> {}
  onRunCreate = async (run: any) => {
    if (this.root) return;
    this.root = run.id;
    await this.listeners.onStart?.(run, this.config);
  };
  onRunUpdate = async (run: any) => {
    if (run.id === this.root) await this.listeners[run.error ? "onError" : "onEnd"]?.(run, this.config);
  };
}

/** Has the outermost runs that ended in a list. It is part of `@langchain/core/utils/testing`, as is SingleRunExtractor. */
export class FakeTracer extends RunTracer {
  name = "fake_tracer";
  runs: any[] = [];
  async persistRun(run: any): Promise<void> {
    this.runs.push(run);
  }
}

/** Has a promise of the first outermost run that ends. */
export class SingleRunExtractor extends RunTracer {
  name = "single_run_extractor";
  declare runPromiseResolver: (run: any) => void;
  runPromise: Promise<any> = new Promise((resolve) => (this.runPromiseResolver = resolve));
  async persistRun(run: any): Promise<void> {
    this.runPromiseResolver(run);
  }
  async extract(): Promise<any> {
    return this.runPromise;
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
