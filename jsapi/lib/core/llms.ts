// This file is `@langchain/core/language_models/llms`: the base of models whose input and output are texts.
import { CallbackManager } from "./callback_manager";
import { callbackHandlerPrefersStreaming } from "./callbacks";
import { BaseLanguageModel } from "./language_model";
import { GenerationChunk } from "./outputs";

export abstract class BaseLLM extends BaseLanguageModel<string> {
  abstract _generate(prompts: string[], options: any, runManager?: any): Promise<any>;
  async *_streamResponseChunks(_input: string, _options: any, _runManager?: any): AsyncGenerator<any> {
    throw new Error("Not implemented.");
  }
  get lc_namespace(): string[] {
    return ["langchain", "llms", this._llmType()];
  }
  _modelType(): string {
    return "base_llm";
  }
  get _streams(): boolean {
    return this._streamResponseChunks !== BaseLLM.prototype._streamResponseChunks;
  }
  async _start(prompts: string[], config: any, options: any): Promise<any[] | undefined> {
    const { callbacks, tags, metadata, runId, runName } = config;
    const manager = await CallbackManager.configure(callbacks, this.callbacks, tags, this.tags, metadata, this.metadata);
    const extra = { options, invocation_params: this.invocationParams(options), batch_size: prompts.length };
    return manager?.handleLLMStart(this.toJSON(), prompts, runId, undefined, extra, undefined, undefined, runName);
  }
  async invoke(input: any, options?: any): Promise<string> {
    const prompt = BaseLanguageModel._convertInputToPromptValue(input);
    return (await this.generatePrompt([prompt], options, options?.callbacks)).generations[0][0].text;
  }
  async generatePrompt(prompts: any[], options?: any, callbacks?: any): Promise<any> {
    return this.generate(
      prompts.map((p) => p.toString()),
      options,
      callbacks,
    );
  }
  async generate(prompts: string[], options?: any, callbacks?: any): Promise<any> {
    if (!Array.isArray(prompts)) throw new Error("Argument 'prompts' is expected to be a string[]");
    const [config, call] = this._separateRunnableConfigFromCallOptionsCompat(Array.isArray(options) ? { stop: options } : options);
    config.callbacks = config.callbacks ?? callbacks;
    return this.cache ? this._generateCached(prompts, call, config) : this._generateUncached(prompts, call, config);
  }
  async _generateUncached(prompts: string[], call: any, config: any, started?: any[]): Promise<any> {
    const managers = started?.length === prompts.length ? started : await this._start(prompts, config, call);
    try {
      if (prompts.length === 1 && this._streams && managers?.[0].handlers.some(callbackHandlerPrefersStreaming)) {
        let all: any;
        for await (const chunk of this._streamResponseChunks(prompts[0], call, managers[0])) all = all ? all.concat(chunk) : chunk;
        if (all === undefined) throw new Error("Received empty response from chat model call.");
        const output = { generations: [[all]], llmOutput: {} };
        await managers[0].handleLLMEnd(output);
        return output;
      }
      const output = await this._generate(prompts, call, managers?.[0]);
      const ended = managers?.map((m, i) => m.handleLLMEnd({ generations: [output.generations[i]], llmOutput: output.llmOutput }));
      await Promise.all(ended ?? []);
      return output;
    } catch (e) {
      await Promise.all((managers ?? []).map((m) => m.handleLLMError(e)));
      throw e;
    }
  }
  // Returns answers from the cache. The model is called only for those that the cache does not have.
  async _generateCached(prompts: string[], options: any, config: any): Promise<any> {
    const key = this._getSerializedCacheKeyParametersForCall(options);
    const managers = await this._start(prompts, config, options);
    const known = await Promise.all(prompts.map((p) => this.cache.lookup(p, key)));
    const generations: any[][] = [];
    const missing = prompts.map((_, i) => i).filter((i) => known[i] == null);
    for (const [i, list] of known.entries()) {
      if (list == null) continue;
      for (const g of list) g.generationInfo = { ...g.generationInfo, tokenUsage: {} };
      generations[i] = list;
      if (list.length) await managers?.[i]?.handleLLMNewToken(list[0].text);
      await managers?.[i]?.handleLLMEnd({ generations: [list] }, undefined, undefined, undefined, { cached: true });
    }
    if (!missing.length) return { generations, llmOutput: {} };
    const result = await this._generateUncached(missing.map((i) => prompts[i]), options, config, managers && missing.map((i) => managers[i]));
    for (const [at, i] of missing.entries()) {
      generations[i] = result.generations[at];
      await this.cache.update(prompts[i], key, generations[i]);
    }
    return { generations, llmOutput: result.llmOutput ?? {} };
  }
  async *_streamIterator(input: any, options?: any): AsyncGenerator<any> {
    if (!this._streams) {
      yield this.invoke(input, options);
      return;
    }
    const prompt = BaseLanguageModel._convertInputToPromptValue(input).toString();
    const [config, call] = this._separateRunnableConfigFromCallOptionsCompat(options);
    const managers = await this._start([prompt], config, call);
    let all = new GenerationChunk({ text: "" });
    try {
      for await (const chunk of this._streamResponseChunks(prompt, call, managers?.[0])) {
        all = all.concat(chunk);
        if (typeof chunk.text === "string") yield chunk.text;
      }
    } catch (e) {
      await managers?.[0].handleLLMError(e);
      throw e;
    }
    await managers?.[0].handleLLMEnd({ generations: [[all]] });
  }
}

/** The base of text models that answer one prompt at a time. */
export abstract class LLM extends BaseLLM {
  abstract _call(prompt: string, options: any, runManager?: any): Promise<string>;
  async _generate(prompts: string[], options: any, runManager?: any): Promise<any> {
    const one = async (prompt: string, promptIndex: number) => [
      { text: await this._call(prompt, { ...options, promptIndex }, runManager) },
    ];
    return { generations: await Promise.all(prompts.map(one)) };
  }
}
