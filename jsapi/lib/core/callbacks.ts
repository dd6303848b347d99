// This file is `@langchain/core/callbacks/base` and `/promises`: the base of handlers, and the queue of their calls.
import { v7 } from "../uuid/index";

/** The methods that a handler may have, each named handle…; see BaseCallbackHandler. */
export type CallbackHandlerMethods = { [method: string]: any };
export type Callbacks = any;

export const callbackHandlerPrefersStreaming = (h: any): boolean => "lc_prefer_streaming" in h && h.lc_prefer_streaming;
export const callbackHandlerPrefersChatModelStreamEvents = (h: any): boolean =>
  "lc_prefer_chat_model_stream_events" in h && h.lc_prefer_chat_model_stream_events;

/** The base of handlers. Its methods are called for what happens in a run. */
export class BaseCallbackHandler {
  static lc_name(): string {
    return this.name;
  }
  static fromMethods(methods: CallbackHandlerMethods): BaseCallbackHandler {
    class Handler extends BaseCallbackHandler {
      constructor() {
        super();
        this.name = v7();
        Object.assign(this, methods);
      }
    }
    return new Handler();
  }
  declare name: string;
  lc_serializable = false;
  lc_kwargs: any;
  ignoreLLM = false;
  ignoreChain = false;
  ignoreAgent = false;
  ignoreRetriever = false;
  ignoreCustomEvent = false;
  raiseError = false;
  awaitHandlers = false;
  constructor(input?: any) {
    this.lc_kwargs = input || {};
    if (!input) return;
    for (const k of ["ignoreLLM", "ignoreChain", "ignoreAgent", "ignoreRetriever", "ignoreCustomEvent", "raiseError"])
      (this as any)[k] = input[k] ?? (this as any)[k];
    this.awaitHandlers = this.raiseError || (input._awaitHandler ?? this.awaitHandlers);
  }
  get lc_namespace(): string[] {
    return ["langchain_core", "callbacks", this.name];
  }
  get lc_id(): string[] {
    return [...this.lc_namespace, (this.constructor as any).lc_name()];
  }
  copy(): any {
    return new (this.constructor as any)(this);
  }
  toJSON(): any {
    return { lc: 1, type: "not_implemented", id: this.lc_id };
  }
}

export const isBaseCallbackHandler = (h: any): boolean =>
  h !== undefined && typeof h.copy === "function" && typeof h.name === "string" && typeof h.awaitHandlers === "boolean";

/** Returns a handler: h itself, or a handler with the methods of h. */
export const ensureHandler = (h: any): any => ("name" in h ? h : BaseCallbackHandler.fromMethods(h));

// The calls that nobody waits for. They are made one after another.
const waiting: (() => Promise<void>)[] = [];
let idle: Promise<void> | undefined;

async function drain(): Promise<void> {
  for (let f = waiting.shift(); f; f = waiting.shift()) await f().catch(() => {});
  idle = undefined;
}

/** Makes a call now and waits for it, or adds it to the queue. */
export async function consumeCallback(f: () => Promise<void>, wait: boolean | undefined): Promise<void> {
  if (wait) return f();
  waiting.push(f);
  idle ??= drain();
}

/** Waits until the queue is empty. */
export async function awaitAllCallbacks(): Promise<void> {
  await idle;
}
