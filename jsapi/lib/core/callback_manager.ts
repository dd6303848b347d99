// This file is `@langchain/core/callbacks/manager`: it calls handlers for what happens in a run.
import { v7 } from "../uuid/index";
import { BaseCallbackHandler, consumeCallback, ensureHandler } from "./callbacks";
import { callbackClass } from "./config";
import { getBufferString } from "./convert";

export { ensureHandler };

/** Returns a config from the last argument of a call, which is a config or only its callbacks. */
export const parseCallbackConfigArg = (arg: any): any => (!arg ? {} : Array.isArray(arg) || "name" in arg ? { callbacks: arg } : arg);

// Calls a method of every handler that has it and does not ignore this kind of event.
async function notify(handlers: any[], kind: string | undefined, method: string, args: any[]): Promise<void> {
  const call = (h: any) => async () => {
    if (kind && h[kind]) return;
    try {
      if (method === "handleChatModelStart" && !h[method] && h.handleLLMStart)
        await h.handleLLMStart(args[0], [getBufferString(args[1][0])], ...args.slice(2));
      else await h[method]?.(...args);
    } catch (e) {
      const message = `Error in handler ${h.constructor.name}, ${method}: ${e}`;
      (h.raiseError ? console.error : console.warn)(__hitlrun.safeText(message));
      if (h.raiseError) throw e;
    }
  };
  await Promise.all(handlers.map((h) => consumeCallback(call(h), h.awaitHandlers)));
}

/** The handlers, tags and metadata of a run. */
class RunContext {
  handlers: any[] = [];
  inheritableHandlers: any[] = [];
  tags: string[] = [];
  inheritableTags: string[] = [];
  metadata: Record<string, any> = {};
  inheritableMetadata: Record<string, any> = {};
  _parentRunId: string | undefined;
}

/** The base of managers of one run. */
export class BaseRunManager extends RunContext {
  runId: string;
  constructor(
    runId: string,
    handlers: any[],
    inheritableHandlers: any[],
    tags: string[],
    inheritableTags: string[],
    metadata: Record<string, any>,
    inheritableMetadata: Record<string, any>,
    _parentRunId?: string,
  ) {
    super();
    Object.assign(this, { handlers, inheritableHandlers, tags, inheritableTags, metadata, inheritableMetadata, _parentRunId });
    this.runId = runId;
  }
  get parentRunId(): string | undefined {
    return this._parentRunId;
  }
  _tell(kind: string | undefined, method: string, first: any[], last: any[] = []): Promise<void> {
    return notify(this.handlers, kind, method, [...first, this.runId, this._parentRunId, this.tags, ...last]);
  }
  async handleText(text: string): Promise<void> {
    await this._tell(undefined, "handleText", [text]);
  }
  async handleCustomEvent(name: string, data: any, _runId?: string, _tags?: any, _metadata?: any): Promise<void> {
    await notify(this.handlers, undefined, "handleCustomEvent", [name, data, this.runId, this.tags, this.metadata]);
  }
}

// The manager of a run that can contain other runs.
class ParentRunManager extends BaseRunManager {
  getChild(tag?: string): CallbackManager {
    const manager = new CallbackManager(this.runId);
    manager.setHandlers(this.inheritableHandlers);
    manager.addTags(this.inheritableTags);
    manager.addMetadata(this.inheritableMetadata);
    if (tag) manager.addTags([tag], false);
    return manager;
  }
}

export class CallbackManagerForRetrieverRun extends ParentRunManager {
  async handleRetrieverEnd(documents: any[]): Promise<void> {
    await this._tell("ignoreRetriever", "handleRetrieverEnd", [documents]);
  }
  async handleRetrieverError(err: any): Promise<void> {
    await this._tell("ignoreRetriever", "handleRetrieverError", [err]);
  }
}

export class CallbackManagerForLLMRun extends BaseRunManager {
  async handleLLMNewToken(token: string, idx?: any, _runId?: any, _parentRunId?: any, _tags?: any, fields?: any): Promise<void> {
    await this._tell("ignoreLLM", "handleLLMNewToken", [token, idx ?? { prompt: 0, completion: 0 }], [fields]);
  }
  async handleChatModelStreamEvent(event: any): Promise<void> {
    await this._tell("ignoreLLM", "handleChatModelStreamEvent", [event]);
  }
  async handleLLMError(err: any, _runId?: any, _parentRunId?: any, _tags?: any, extra?: any): Promise<void> {
    await this._tell("ignoreLLM", "handleLLMError", [err], [extra]);
  }
  async handleLLMEnd(output: any, _runId?: any, _parentRunId?: any, _tags?: any, extra?: any): Promise<void> {
    await this._tell("ignoreLLM", "handleLLMEnd", [output], [extra]);
  }
}

export class CallbackManagerForChainRun extends ParentRunManager {
  async handleChainError(err: any, _runId?: any, _parentRunId?: any, _tags?: any, kwargs?: any): Promise<void> {
    await this._tell("ignoreChain", "handleChainError", [err], [kwargs]);
  }
  async handleChainEnd(output: any, _runId?: any, _parentRunId?: any, _tags?: any, kwargs?: any): Promise<void> {
    await this._tell("ignoreChain", "handleChainEnd", [output], [kwargs]);
  }
  async handleAgentAction(action: any): Promise<void> {
    await this._tell("ignoreAgent", "handleAgentAction", [action]);
  }
  async handleAgentEnd(action: any): Promise<void> {
    await this._tell("ignoreAgent", "handleAgentEnd", [action]);
  }
}

export class CallbackManagerForToolRun extends ParentRunManager {
  async handleToolError(err: any): Promise<void> {
    await this._tell("ignoreAgent", "handleToolError", [err]);
  }
  async handleToolEvent(chunk: any): Promise<void> {
    await this._tell("ignoreAgent", "handleToolEvent", [chunk]);
  }
  async handleToolEnd(output: any): Promise<void> {
    await this._tell("ignoreAgent", "handleToolEnd", [output]);
  }
}

export abstract class BaseCallbackManager extends RunContext {
  abstract setHandlers(handlers: any[]): void;
  setHandler(handler: any): void {
    return this.setHandlers([handler]);
  }
}

/** Has the handlers of the runs that begin, and the id of the run around them. */
export class CallbackManager extends BaseCallbackManager {
  static fromHandlers(handlers: any): CallbackManager {
    const manager = new this();
    manager.addHandler(BaseCallbackHandler.fromMethods(handlers));
    return manager;
  }
  /** Combines two managers, or a manager and a list of handlers. */
  static join(a: any, b: any): CallbackManager {
    const [list, manager] = Array.isArray(a) ? [a, b] : [b, a];
    if (Array.isArray(list)) {
      const both = manager.copy();
      for (const h of list) both.addHandler(ensureHandler(h), true);
      return both;
    }
    return new CallbackManager(b._parentRunId, {
      handlers: a.handlers.concat(b.handlers),
      inheritableHandlers: a.inheritableHandlers.concat(b.inheritableHandlers),
      tags: [...new Set(a.tags.concat(b.tags))],
      inheritableTags: [...new Set(a.inheritableTags.concat(b.inheritableTags))],
      metadata: { ...a.metadata, ...b.metadata },
    });
  }
  /** Returns the manager of a run, from what it inherits and what is its own. */
  static configure(handlers?: any, local?: any, tags?: any, localTags?: any, metadata?: any, localMetadata?: any, _options?: any): any {
    return this._configureSync(handlers, local, tags, localTags, metadata, localMetadata);
  }
  static _configureSync(handlers?: any, local?: any, tags?: any, localTags?: any, metadata?: any, localMetadata?: any, _options?: any): any {
    if (!handlers && !local) return undefined;
    let manager: CallbackManager = handlers;
    if (Array.isArray(handlers) || !handlers) {
      manager = new CallbackManager();
      manager.setHandlers((handlers || []).map(ensureHandler));
    }
    manager = manager.copy(Array.isArray(local) ? local.map(ensureHandler) : local?.handlers, false);
    manager.addTags(tags ?? []);
    manager.addTags(localTags ?? [], false);
    manager.addMetadata(metadata ?? {});
    manager.addMetadata(localMetadata ?? {}, false);
    return manager;
  }
  name = "callback_manager";
  constructor(parentRunId?: string, options?: any) {
    super();
    this._parentRunId = parentRunId;
    const own: any = this;
    for (const k of ["handlers", "inheritableHandlers", "tags", "inheritableTags", "metadata", "inheritableMetadata"])
      own[k] = options?.[k] ?? own[k];
  }
  getParentRunId(): string | undefined {
    return this._parentRunId;
  }
  _run<R>(Run: new (...args: any[]) => R, runId: string): R {
    const { handlers, inheritableHandlers, tags, inheritableTags, metadata, inheritableMetadata, _parentRunId } = this;
    return new Run(runId, handlers, inheritableHandlers, tags, inheritableTags, metadata, inheritableMetadata, _parentRunId);
  }
  // Reports the start of one run. Handlers that have a list of runs are called at once.
  async _start(kind: string, method: string, args: any[], create: string, createArgs: any[]): Promise<void> {
    for (const h of this.handlers) if (!h[kind] && typeof h._addRunToRunMap === "function") h[create]?.(...createArgs);
    await notify(this.handlers, kind, method, args);
  }
  async handleLLMStart(llm: any, prompts: string[], runId?: any, _p?: any, extra?: any, _t?: any, _m?: any, runName?: any): Promise<any[]> {
    return Promise.all(
      prompts.map(async (prompt, i) => {
        const id = i === 0 && runId ? runId : v7();
        const args = [llm, [prompt], id, this._parentRunId, extra, this.tags, this.metadata, runName];
        await this._start("ignoreLLM", "handleLLMStart", args, "_createRunForLLMStart", args);
        return this._run(CallbackManagerForLLMRun, id);
      }),
    );
  }
  async handleChatModelStart(llm: any, lists: any[][], runId?: any, _p?: any, extra?: any, _t?: any, _m?: any, runName?: any): Promise<any[]> {
    return Promise.all(
      lists.map(async (messages, i) => {
        const id = i === 0 && runId ? runId : v7();
        const args = [llm, [messages], id, this._parentRunId, extra, this.tags, this.metadata, runName];
        await this._start("ignoreLLM", "handleChatModelStart", args, "_createRunForChatModelStart", args);
        return this._run(CallbackManagerForLLMRun, id);
      }),
    );
  }
  async handleChainStart(chain: any, inputs: any, runId = v7(), runType?: any, _t?: any, _m?: any, runName?: any, _p?: any, extra?: any) {
    const args = [chain, inputs, runId, this._parentRunId, this.tags, this.metadata, runType, runName, extra];
    await this._start("ignoreChain", "handleChainStart", args, "_createRunForChainStart", args);
    return this._run(CallbackManagerForChainRun, runId);
  }
  async handleToolStart(tool: any, input: any, runId = v7(), _p?: any, _t?: any, _m?: any, runName?: any, toolCallId?: any) {
    const text = typeof input === "string" ? input : JSON.stringify(input);
    const args = (v: any) => [tool, v, runId, this._parentRunId, this.tags, this.metadata, runName];
    await this._start("ignoreAgent", "handleToolStart", [...args(text), toolCallId], "_createRunForToolStart", args(input));
    return this._run(CallbackManagerForToolRun, runId);
  }
  async handleRetrieverStart(retriever: any, query: string, runId = v7(), _p?: any, _t?: any, _m?: any, runName?: any) {
    const args = [retriever, query, runId, this._parentRunId, this.tags, this.metadata, runName];
    await this._start("ignoreRetriever", "handleRetrieverStart", args, "_createRunForRetrieverStart", args);
    return this._run(CallbackManagerForRetrieverRun, runId);
  }
  async handleCustomEvent(name: string, data: any, runId: string, _tags?: any, _metadata?: any): Promise<void> {
    await notify(this.handlers, "ignoreCustomEvent", "handleCustomEvent", [name, data, runId, this.tags, this.metadata]);
  }
  addHandler(handler: any, inherit = true): void {
    this.handlers.push(handler);
    if (inherit) this.inheritableHandlers.push(handler);
  }
  removeHandler(handler: any): void {
    this.handlers = this.handlers.filter((h) => h !== handler);
    this.inheritableHandlers = this.inheritableHandlers.filter((h) => h !== handler);
  }
  setHandlers(handlers: any[], inherit = true): void {
    this.handlers = [];
    this.inheritableHandlers = [];
    for (const h of handlers) this.addHandler(h, inherit);
  }
  addTags(tags: string[], inherit = true): void {
    this.removeTags(tags);
    this.tags.push(...tags);
    if (inherit) this.inheritableTags.push(...tags);
  }
  removeTags(tags: string[]): void {
    this.tags = this.tags.filter((t) => !tags.includes(t));
    this.inheritableTags = this.inheritableTags.filter((t) => !tags.includes(t));
  }
  addMetadata(metadata: Record<string, any>, inherit = true): void {
    this.metadata = { ...this.metadata, ...metadata };
    if (inherit) this.inheritableMetadata = { ...this.inheritableMetadata, ...metadata };
  }
  removeMetadata(metadata: Record<string, any>): void {
    for (const k of Object.keys(metadata)) {
      delete this.metadata[k];
      delete this.inheritableMetadata[k];
    }
  }
  copy(more: any[] = [], inherit = true): CallbackManager {
    const manager = new CallbackManager(this._parentRunId);
    for (const h of this.handlers) manager.addHandler(h, this.inheritableHandlers.includes(h));
    for (const t of this.tags) manager.addTags([t], this.inheritableTags.includes(t));
    for (const k of Object.keys(this.metadata)) manager.addMetadata({ [k]: this.metadata[k] }, k in this.inheritableMetadata);
    for (const h of more) {
      const second = h.name === "console_callback_handler" && manager.handlers.some((x) => x.name === h.name);
      if (!second) manager.addHandler(h, inherit);
    }
    return manager;
  }
}
callbackClass.Manager = CallbackManager;
