// This file is `@langchain/core/language_models/base`: what chat models and text models share.
import { AsyncCaller } from "./async_caller";
import { coerceMessageLikeToMessage } from "./convert";
import { ChatPromptValue, StringPromptValue } from "./prompt_values";
import { RunnableConfig, ensureConfig } from "./config";
import { Runnable } from "./runnables";


// The version of the library whose behaviour these models have.
const coreVersion = "1.2.13";

const ofConfig = [
  "callbacks",
  "tags",
  "metadata",
  "runName",
  "configurable",
  "recursionLimit",
  "maxConcurrency",
  "runId",
  "timeout",
  "signal",
];

/** The base of objects with callbacks, tags and metadata of their own. */
export abstract class BaseLangChain<I = any, O = any> extends Runnable<I, O> {
  lc_serializable = false;
  lc_kwargs: any;
  verbose: boolean;
  callbacks: any;
  tags: string[];
  metadata: Record<string, any>;
  constructor(params: any = {}) {
    super();
    this.lc_kwargs = params;
    this.verbose = params.verbose ?? false;
    this.callbacks = params.callbacks;
    this.tags = params.tags ?? [];
    this.metadata = params.metadata ?? {};
    this._addVersion("@langchain/core", coreVersion);
  }
  _addVersion(name: string, version: string): void {
    this.metadata = { ...this.metadata, versions: { ...this.metadata.versions, [name]: version } };
  }
  get lc_attributes(): any {
    return { callbacks: undefined, verbose: undefined };
  }
}

/** The base of models. */
export abstract class BaseLanguageModel<O = any> extends BaseLangChain<any, O> {
  static _convertInputToPromptValue(input: any): any {
    if (typeof input === "string") return new StringPromptValue(input);
    return Array.isArray(input) ? new ChatPromptValue(input.map(coerceMessageLikeToMessage)) : input;
  }
  cache: any;
  caller: AsyncCaller;
  constructor(params: any = {}) {
    const { callbacks, callbackManager, cache, ...rest } = params;
    super({ callbacks: callbacks ?? callbackManager, ...rest });
    if (typeof cache === "object") this.cache = cache;
    else if (cache) this.cache = __hitlrun.lib!("core/caches.ts").InMemoryCache.global();
    this.caller = new AsyncCaller(params);
  }
  abstract _llmType(): string;
  _modelType(): string {
    return "base_language_model";
  }
  get callKeys(): string[] {
    return ["stop", "timeout", "signal", "tags", "metadata", "callbacks"];
  }
  get profile(): any {
    return {};
  }
  _identifyingParams(): Record<string, any> {
    return {};
  }
  invocationParams(_options?: any): any {
    return {};
  }
  serialize(): any {
    return { ...this._identifyingParams(), _type: this._llmType(), _model: this._modelType() };
  }
  async getNumTokens(content: any): Promise<number> {
    const text = typeof content === "string" ? content : content.map((b: any) => (typeof b === "string" ? b : (b.text ?? ""))).join("");
    return Math.ceil(text.length / 4);
  }
  // Splits the options of a call into its config and the options for the model.
  _separateRunnableConfigFromCallOptionsCompat(options: any): [RunnableConfig, any] {
    const config = ensureConfig(options && Object.fromEntries(ofConfig.map((k) => [k, options[k]])));
    const call = Object.fromEntries(Object.entries(options || {}).filter(([k]) => !ofConfig.includes(k)));
    return [config, { ...call, signal: config.signal }];
  }
  // Returns the key of a call in the cache.
  _getSerializedCacheKeyParametersForCall({ config, ...options }: any): string {
    const params = { ...this._identifyingParams(), ...options, _type: this._llmType(), _model: this._modelType() };
    return Object.entries(params)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => `${k}:${JSON.stringify(v)}`)
      .sort()
      .join(",");
  }
}

/** Reports whether a tool is in OpenAI's form. */
export function isOpenAITool(tool: any): boolean {
  if (typeof tool !== "object" || !tool || tool.type !== "function") return false;
  const fn = tool.function;
  return typeof fn === "object" && !!fn && "name" in fn && "parameters" in fn;
}

// What names of models begin with that have the tokens of another one. A longer beginning comes first.
const families: [string, string][] = [
  ["gpt-5", "gpt-5"], ["gpt-3.5-turbo-16k", "gpt-3.5-turbo-16k"], ["gpt-3.5-turbo-", "gpt-3.5-turbo"], ["gpt-4-32k", "gpt-4-32k"], ["gpt-4-", "gpt-4"], ["gpt-4o", "gpt-4o"],
];

/** Returns the name of a model that has the tokens of the model with this name. */
export const getModelNameForTiktoken = (name: string): string => families.find(([beginning]) => name.startsWith(beginning))?.[1] ?? name;

// How many tokens the models take that LangChain knows.
const contextSizes: Record<string, number> = {
  "gpt-5": 400_000, "gpt-3.5-turbo-16k": 16_384, "gpt-3.5-turbo": 4096, "gpt-4-32k": 32_768, "gpt-4o": 128_000, "gpt-4": 8192, "text-davinci-003": 4097, "text-curie-001": 2048,
  "text-babbage-001": 2048, "text-ada-001": 2048, "code-davinci-002": 8000, "code-davinci-001": 8000, "code-cushman-001": 2048, "claude-3-5-sonnet-20241022": 200_000,
  "claude-3-5-sonnet-20240620": 200_000, "claude-3-opus-20240229": 200_000, "claude-3-sonnet-20240229": 200_000, "claude-3-haiku-20240307": 200_000, "claude-2.1": 200_000,
  "claude-2.0": 100_000, "claude-instant-1.2": 100_000, "gemini-1.5-pro": 1_000_000, "gemini-1.5-flash": 1_000_000, "gemini-pro": 32_768,
};

export const getModelContextSize = (name: string): number => contextSizes[getModelNameForTiktoken(name)] ?? 4097;
export const getEmbeddingContextSize = (name?: string): number => (name === "text-embedding-ada-002" ? 8191 : 2046);

/** Returns how many tokens are left for an answer to a prompt. The length of the prompt is estimated: four characters are a token. */
export const calculateMaxTokens = async ({ prompt, modelName }: { prompt: string; modelName: string }): Promise<number> =>
  getModelContextSize(modelName) - Math.ceil(prompt.length / 4);
