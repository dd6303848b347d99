// This file is `@langchain/core/language_models/chat_models`: the base of chat models.
import { CallbackManager } from "./callback_manager";
import { callbackHandlerPrefersChatModelStreamEvents, callbackHandlerPrefersStreaming } from "./callbacks";
import { AIMessageChunk } from "./chunks";
import { coerceMessageLikeToMessage } from "./convert";
import { BaseLanguageModel } from "./language_model";
import { AIMessage } from "./message";
import { RUN_KEY } from "./outputs";
import "./runnable_callbacks";
import { structuredOutput } from "./structured_output";

// Returns the message with its content as standard blocks.
const standard = (m: any) =>
  new m.constructor({ ...m, content: m.contentBlocks, response_metadata: { ...m.response_metadata, output_version: "v1" } });

const usageOf = (message: any) => tokens(AIMessageChunk.isInstance(message) ? message.usage_metadata : undefined);

const tokens = (u: any) => {
  return u && { tokenUsage: { promptTokens: u.input_tokens, completionTokens: u.output_tokens, totalTokens: u.total_tokens } };
};

const named = (message: any, manager: any) => {
  if (message.id == null && manager?.runId != null) message._updateId(`run-${manager.runId}`);
};

/** The base of chat models: a model has _llmType() and _generate(), and _streamResponseChunks() if it can stream. */
export abstract class BaseChatModel extends BaseLanguageModel<any> {
  disableStreaming = false;
  outputVersion: string;
  constructor(fields: any = {}) {
    super(fields);
    this.outputVersion = ["v0", "v1"].includes(fields.outputVersion) ? fields.outputVersion : "v0";
  }
  abstract _generate(messages: any[], options: any, runManager?: any): Promise<any>;
  bindTools?(tools: any[], kwargs?: any): any;
  _combineLLMOutput?(...outputs: any[]): any;
  async *_streamResponseChunks(_messages: any[], _options: any, _runManager?: any): AsyncGenerator<any> {
    throw new Error("Not implemented.");
  }
  get lc_namespace(): string[] {
    return ["langchain", "chat_models", this._llmType()];
  }
  get callKeys(): string[] {
    return [...super.callKeys, "outputVersion"];
  }
  _modelType(): string {
    return "base_chat_model";
  }
  getLsParams(options: any): any {
    const name = this.getName();
    return { ls_model_type: "chat", ls_stop: options.stop, ls_provider: name.startsWith("Chat") ? name.replace("Chat", "") : name };
  }
  getLsParamsWithDefaults(options: any): any {
    return { ...this.getLsParams(options), ls_integration: "langchain_chat_model" };
  }
  get _streams(): boolean {
    return this._streamResponseChunks !== BaseChatModel.prototype._streamResponseChunks && !this.disableStreaming;
  }
  // Reports that the model starts on lists of messages. Returns the managers of the runs.
  async _start(lists: any[][], config: any, options: any): Promise<any[] | undefined> {
    const metadata = { ...config.metadata, ...this.getLsParamsWithDefaults(options) };
    const manager = await CallbackManager.configure(config.callbacks, this.callbacks, config.tags, this.tags, metadata, this.metadata);
    const extra = { options, invocation_params: this.invocationParams(options), batch_size: 1 };
    return manager?.handleChatModelStart(this.toJSON(), lists, config.runId, undefined, extra, undefined, undefined, config.runName);
  }
  async invoke(input: any, options?: any): Promise<any> {
    const prompt = BaseLanguageModel._convertInputToPromptValue(input);
    return (await this.generatePrompt([prompt], options, options?.callbacks)).generations[0][0].message;
  }
  async generatePrompt(prompts: any[], options?: any, callbacks?: any): Promise<any> {
    return this.generate(
      prompts.map((p) => p.toChatMessages()),
      options,
      callbacks,
    );
  }
  async generate(lists: any[][], options?: any, callbacks?: any): Promise<any> {
    const coerced = lists.map((list) => list.map(coerceMessageLikeToMessage));
    const [config, call] = this._separateRunnableConfigFromCallOptionsCompat(Array.isArray(options) ? { stop: options } : options);
    config.callbacks = config.callbacks ?? callbacks;
    return this.cache ? this._generateCached(coerced, call, config) : this._generateUncached(coerced, call, config);
  }
  async *_streamIterator(input: any, options?: any): AsyncGenerator<any> {
    if (!this._streams) {
      yield this.invoke(input, options);
      return;
    }
    const messages = BaseLanguageModel._convertInputToPromptValue(input).toChatMessages();
    const [config, call] = this._separateRunnableConfigFromCallOptionsCompat(options);
    const v1 = (call.outputVersion ?? this.outputVersion) === "v1";
    const managers = await this._start([messages], config, call);
    let all: any;
    try {
      for await (const chunk of this._streamResponseChunks(messages, call, managers?.[0])) {
        call.signal?.throwIfAborted();
        named(chunk.message, managers?.[0]);
        chunk.message.response_metadata = { ...chunk.generationInfo, ...chunk.message.response_metadata };
        yield v1 ? standard(chunk.message) : chunk.message;
        all = all ? all.concat(chunk) : chunk;
      }
      call.signal?.throwIfAborted();
    } catch (e) {
      await managers?.[0].handleLLMError(e);
      throw e;
    }
    await managers?.[0].handleLLMEnd({ generations: [[all]], llmOutput: all && usageOf(all.message) });
  }
  // Returns the message of a model that streams, because a handler wants its tokens.
  async _streamed(messages: any[], options: any, manager: any, v1: boolean): Promise<any> {
    try {
      let all: any;
      for await (const chunk of this._streamResponseChunks(messages, options, manager)) {
        if (options.signal?.aborted) throw new ModelAbortError("Model invocation was aborted.", all?.message);
        named(chunk.message, manager);
        all = all ? all.concat(chunk) : chunk;
      }
      if (options.signal?.aborted) throw new ModelAbortError("Model invocation was aborted.", all?.message);
      if (all === undefined) throw new Error("Received empty response from chat model call.");
      if (v1) all.message = standard(all.message);
      await manager.handleLLMEnd({ generations: [[all]], llmOutput: usageOf(all.message) });
      return all;
    } catch (e) {
      await manager.handleLLMError(e);
      throw e;
    }
  }
  async *_streamChatModelEvents(messages: any[], options: any, runManager?: any): AsyncGenerator<any> {
    const { convertChunksToEvents } = __hitlrun.lib!("core/model_stream.ts");
    yield* convertChunksToEvents(this._streamResponseChunks(messages, options, runManager), { signal: options.signal });
  }
  /** Returns the answer as a ChatModelStream, or with version v1 or v2 the events of its run. */
  streamEvents(input: any, options?: any, filter?: any): any {
    if (options?.version === "v1" || options?.version === "v2") return super.streamEvents(input, options, filter);
    const messages = BaseLanguageModel._convertInputToPromptValue(input).toChatMessages();
    const [, call] = this._separateRunnableConfigFromCallOptionsCompat(options);
    const { ChatModelStream } = __hitlrun.lib!("core/model_stream.ts");
    return new ChatModelStream(this._streamChatModelEvents(messages, call));
  }
  streamV2(input: any, options?: any): any {
    return this.streamEvents(input, options);
  }
  // Returns the message of a model whose answer is reported as events, because a handler wants them.
  async _inEvents(messages: any[], options: any, manager: any): Promise<any> {
    try {
      const { generated } = __hitlrun.lib!("core/model_stream.ts");
      const generation = await generated(this._streamChatModelEvents(messages, options), options.signal, manager);
      await manager.handleLLMEnd({ generations: [[generation]], llmOutput: tokens(generation.message.usage_metadata) });
      return generation;
    } catch (e) {
      await manager.handleLLMError(e);
      throw e;
    }
  }
  async _generateUncached(lists: any[][], options: any, config: any, started?: any[]): Promise<any> {
    const managers = started?.length === lists.length ? started : await this._start(lists, config, options);
    const v1 = (options.outputVersion ?? this.outputVersion) === "v1";
    const generations: any[][] = [];
    const outputs: any[] = [];
    const streams = lists.length === 1 && this._streams;
    if (streams && managers?.[0].handlers.some(callbackHandlerPrefersChatModelStreamEvents)) {
      generations.push([await this._inEvents(lists[0], options, managers[0])]);
    } else if (streams && managers?.[0].handlers.some(callbackHandlerPrefersStreaming)) {
      generations.push([await this._streamed(lists[0], options, managers[0], v1)]);
    } else {
      const results = await Promise.allSettled(
        lists.map(async (list, i) => {
          const result = await this._generate(list, { ...options, promptIndex: i }, managers?.[i]);
          if (v1) for (const g of result.generations) g.message = standard(g.message);
          return result;
        }),
      );
      await Promise.all(
        results.map(async (r, i) => {
          if (r.status === "rejected") {
            await managers?.[i]?.handleLLMError(r.reason);
            throw r.reason;
          }
          const { generations: made, llmOutput } = r.value;
          for (const g of made) {
            named(g.message, managers?.[0]);
            g.message.response_metadata = { ...g.generationInfo, ...g.message.response_metadata };
          }
          if (made.length === 1) made[0].message.response_metadata = { ...llmOutput, ...made[0].message.response_metadata };
          generations[i] = made;
          outputs[i] = llmOutput;
          return managers?.[i]?.handleLLMEnd({ generations: [made], llmOutput });
        }),
      );
    }
    const out = { generations, llmOutput: outputs.length ? this._combineLLMOutput?.(...outputs) : undefined };
    const value = managers && { runIds: managers.map((m) => m.runId) };
    Object.defineProperty(out, RUN_KEY, { value, configurable: true });
    return out;
  }
  // Returns answers from the cache. The model is called only for those that the cache does not have.
  async _generateCached(lists: any[][], options: any, config: any): Promise<any> {
    const key = this._getSerializedCacheKeyParametersForCall(options);
    const managers = await this._start(lists, config, options);
    const prompts = lists.map((list) => BaseLanguageModel._convertInputToPromptValue(list).toString());
    const known = await Promise.all(prompts.map((p) => this.cache.lookup(p, key)));
    const generations: any[][] = [];
    const missing = lists.map((_, i) => i).filter((i) => known[i] == null);
    for (const [i, list] of known.entries()) {
      if (list == null) continue;
      for (const g of list) {
        if (g.message?._getType?.() === "ai") g.message.usage_metadata = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
        g.generationInfo = { ...g.generationInfo, tokenUsage: {} };
      }
      generations[i] = list;
      if (list.length) await managers?.[i]?.handleLLMNewToken(list[0].text);
      await managers?.[i]?.handleLLMEnd({ generations: [list] }, undefined, undefined, undefined, { cached: true });
    }
    if (!missing.length) return { generations, llmOutput: {} };
    const left = missing.map((i) => lists[i]);
    const result = await this._generateUncached(left, options, config, managers && missing.map((i) => managers[i]));
    for (const [at, i] of missing.entries()) {
      generations[i] = result.generations[at];
      await this.cache.update(prompts[i], key, generations[i]);
    }
    return { generations, llmOutput: result.llmOutput ?? {} };
  }
  withStructuredOutput(schema: any, config?: any): any {
    return structuredOutput(this, schema, config);
  }
}

/** Thrown if a model is aborted while it answers. */
export class ModelAbortError extends Error {
  partialOutput: any;
  constructor(message: string, partialOutput?: any) {
    super(message);
    this.name = "ModelAbortError";
    this.partialOutput = partialOutput;
  }
}

/** The base of chat models that answer with a text. */
export abstract class SimpleChatModel extends BaseChatModel {
  abstract _call(messages: any[], options: any, runManager?: any): Promise<string>;
  async _generate(messages: any[], options: any, runManager?: any): Promise<any> {
    const message = new AIMessage(await this._call(messages, options, runManager));
    if (typeof message.content !== "string") throw new Error("Cannot generate with a simple chat model when output is not a string.");
    return { generations: [{ text: message.content, message }] };
  }
}
