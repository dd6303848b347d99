// This file is `@langchain/core/language_models/base`: what chat models and text models share.
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
  toJSON(): any {
    if (!this.lc_serializable) return super.toJSON();
    const kwargs = Object.fromEntries(Object.keys(this.lc_kwargs).map((k) => [k, k in this ? (this as any)[k] : this.lc_kwargs[k]]));
    return { lc: 1, type: "constructor", id: this.lc_id, kwargs };
  }
}

/** The base of models. */
export abstract class BaseLanguageModel<O = any> extends BaseLangChain<any, O> {
  static _convertInputToPromptValue(input: any): any {
    if (typeof input === "string") return new StringPromptValue(input);
    return Array.isArray(input) ? new ChatPromptValue(input.map(coerceMessageLikeToMessage)) : input;
  }
  cache: any;
  caller = { call: (f: any, ...args: any[]) => f(...args), callWithOptions: (_o: any, f: any, ...args: any[]) => f(...args) };
  constructor(params: any = {}) {
    const { callbacks, callbackManager, cache, ...rest } = params;
    super({ callbacks: callbacks ?? callbackManager, ...rest });
    if (typeof cache === "object") this.cache = cache;
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
