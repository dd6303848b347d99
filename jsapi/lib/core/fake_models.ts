// This file has the chat models and text models of `@langchain/core/utils/testing`. A test sets their answers.
import { AIMessageChunk } from "./chunks";
import { BaseChatModel } from "./chat_models";
import { LLM } from "./llms";
import { AIMessage } from "./message";
import { ChatGenerationChunk, GenerationChunk } from "./outputs";
import { RunnableLambda } from "./runnables";
import { asJSONSchema } from "./structured_output";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

// Return the description of a tool in the forms of the providers.
const styles: Record<string, (name: string, description: string, schema: any) => any> = {
  openai: (name, description, parameters) => ({ type: "function", function: { name, description, parameters } }),
  anthropic: (name, description, input_schema) => ({ name, description, input_schema }),
  bedrock: (name, description, inputSchema) => ({ toolSpec: { name, description, inputSchema } }),
  google: (name, description, parameters) => ({ name, description, parameters }),
};

function described(tools: any[], style: string): any[] {
  const all = tools.map((t) => {
    if (!styles[style]) throw new Error(`Unsupported tool style: ${style}`);
    return styles[style](t.name, t.description, asJSONSchema(t.schema));
  });
  return style === "google" ? [{ functionDeclarations: all }] : all;
}

/** Repeats its input. */
export class FakeChatModel extends BaseChatModel {
  _combineLLMOutput(): any {
    return [];
  }
  _llmType(): string {
    return "fake";
  }
  async _generate(messages: any[], options?: any, runManager?: any): Promise<any> {
    if (options?.stop?.length) return { generations: [{ message: new AIMessage(options.stop[0]), text: options.stop[0] }] };
    const text = messages.map((m) => (typeof m.content === "string" ? m.content : JSON.stringify(m.content, null, 2))).join("\n");
    await runManager?.handleLLMNewToken(text);
    return { generations: [{ message: new AIMessage(text), text }], llmOutput: {} };
  }
}

/** Streams the chunks that are set, or the characters of its first answer. */
export class FakeStreamingChatModel extends BaseChatModel {
  sleep = 50;
  responses: any[] = [];
  chunks: any[] = [];
  toolStyle = "openai";
  thrownErrorString: string | undefined;
  tools: any[] = [];
  constructor({ sleep = 50, responses = [], chunks = [], toolStyle = "openai", thrownErrorString, ...rest }: any) {
    super(rest);
    Object.assign(this, { sleep, responses, chunks, toolStyle, thrownErrorString });
  }
  _llmType(): string {
    return "fake";
  }
  bindTools(tools: any[]): any {
    const { sleep, responses, chunks, toolStyle, thrownErrorString } = this;
    const merged = [...this.tools, ...tools];
    const next = new FakeStreamingChatModel({ sleep, responses, chunks, toolStyle, thrownErrorString });
    next.tools = merged;
    return next.withConfig({ tools: described(merged, toolStyle) } as any);
  }
  async _generate(messages: any[]): Promise<any> {
    if (this.thrownErrorString) throw new Error(this.thrownErrorString);
    const content = this.responses?.[0]?.content ?? messages[0].content ?? "";
    return { generations: [{ text: "", message: new AIMessage({ content, tool_calls: this.chunks?.[0]?.tool_calls }) }] };
  }
  async *_streamResponseChunks(messages: any[], options: any, runManager?: any): AsyncGenerator<any> {
    if (this.thrownErrorString) throw new Error(this.thrownErrorString);
    if (this.chunks?.length) {
      for (const { content, tool_calls, additional_kwargs = {} } of this.chunks) {
        const message = new AIMessageChunk({ content, tool_calls, additional_kwargs });
        const chunk = new ChatGenerationChunk({ message, text: content?.toString() ?? "" });
        if (options.signal?.aborted) break;
        yield chunk;
        await runManager?.handleLLMNewToken(content, undefined, undefined, undefined, undefined, { chunk });
      }
      return;
    }
    const answer = this.responses?.[0] ?? messages[0];
    for (const content of typeof answer.content === "string" ? answer.content : "") {
      await pause(this.sleep);
      const chunk = new ChatGenerationChunk({ message: new AIMessageChunk({ content }), text: content });
      if (options.signal?.aborted) break;
      yield chunk;
      await runManager?.handleLLMNewToken(content, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

/** Returns the answers that are set, one after another, and then again from the first. */
export class FakeListChatModel extends BaseChatModel {
  static lc_name(): string {
    return "FakeListChatModel";
  }
  lc_serializable = true;
  responses: string[];
  i = 0;
  sleep: number | undefined;
  emitCustomEvent: boolean;
  generationInfo: any;
  tools: any[] = [];
  toolStyle = "openai";
  constructor(params: any) {
    super(params);
    this.responses = params.responses;
    this.sleep = params.sleep;
    this.emitCustomEvent = params.emitCustomEvent ?? false;
    this.generationInfo = params.generationInfo;
  }
  _combineLLMOutput(): any {
    return [];
  }
  _llmType(): string {
    return "fake-list";
  }
  async _generate(_messages: any[], options?: any, runManager?: any): Promise<any> {
    await this._sleepIfRequested();
    if (options?.thrownErrorString) throw new Error(options.thrownErrorString);
    if (this.emitCustomEvent) await runManager?.handleCustomEvent("some_test_event", { someval: true });
    if (options?.stop?.length) return { generations: [this._formatGeneration(options.stop[0])] };
    const text = this._currentResponse();
    this._incrementResponse();
    return { generations: [this._formatGeneration(text)], llmOutput: {} };
  }
  _formatGeneration(text: string): any {
    return { message: new AIMessage(text), text };
  }
  async *_streamResponseChunks(_messages: any[], options: any, runManager?: any): AsyncGenerator<any> {
    const response = this._currentResponse();
    this._incrementResponse();
    if (this.emitCustomEvent) await runManager?.handleCustomEvent("some_test_event", { someval: true });
    const letters = [...response];
    for (const [i, text] of letters.entries()) {
      await this._sleepIfRequested();
      if (options?.thrownErrorString) throw new Error(options.thrownErrorString);
      const chunk = this._createResponseChunk(text, i === letters.length - 1 ? this.generationInfo : undefined);
      if (options.signal?.aborted) break;
      yield chunk;
      runManager?.handleLLMNewToken(text);
    }
  }
  async _sleepIfRequested(): Promise<void> {
    if (this.sleep !== undefined) await this._sleep();
  }
  async _sleep(): Promise<any> {
    return pause(this.sleep as number);
  }
  _createResponseChunk(text: string, generationInfo?: any): any {
    return new ChatGenerationChunk({ message: new AIMessageChunk({ content: text }), text, generationInfo });
  }
  _currentResponse(): string {
    return this.responses[this.i];
  }
  _incrementResponse(): void {
    this.i = this.i < this.responses.length - 1 ? this.i + 1 : 0;
  }
  bindTools(tools: any[]): any {
    const { responses, sleep, emitCustomEvent, generationInfo, toolStyle, i } = this;
    const merged = [...this.tools, ...tools];
    const next = new FakeListChatModel({ responses, sleep, emitCustomEvent, generationInfo });
    Object.assign(next, { tools: merged, toolStyle, i });
    return next.withConfig({ tools: described(merged, toolStyle) } as any);
  }
  withStructuredOutput(): any {
    return RunnableLambda.from(async (input: any) => {
      const message = await this.invoke(input);
      if (message.tool_calls?.[0]?.args) return message.tool_calls[0].args;
      if (typeof message.content === "string") return JSON.parse(message.content);
      throw new Error("No structured output found");
    });
  }
}

/** Returns one text, or its input. */
export class FakeLLM extends LLM {
  response: string | undefined;
  thrownErrorString: string | undefined;
  constructor(fields: any = {}) {
    super(fields);
    this.response = fields.response;
    this.thrownErrorString = fields.thrownErrorString;
  }
  _llmType(): string {
    return "fake";
  }
  async _call(prompt: string, _options?: any, runManager?: any): Promise<string> {
    if (this.thrownErrorString) throw new Error(this.thrownErrorString);
    const text = this.response ?? prompt;
    await runManager?.handleLLMNewToken(text);
    return text;
  }
}

/** Streams the characters of the texts that are set, one text for each call. */
export class FakeStreamingLLM extends LLM {
  sleep: number;
  responses: string[] | undefined;
  thrownErrorString: string | undefined;
  constructor(fields: any = {}) {
    super(fields);
    this.sleep = fields.sleep ?? 50;
    this.responses = fields.responses;
    this.thrownErrorString = fields.thrownErrorString;
  }
  _llmType(): string {
    return "fake";
  }
  _next(prompt: string): string {
    if (this.thrownErrorString) throw new Error(this.thrownErrorString);
    const first = this.responses?.[0];
    this.responses = this.responses?.slice(1);
    return first ?? prompt;
  }
  async _call(prompt: string): Promise<string> {
    return this._next(prompt);
  }
  async *_streamResponseChunks(prompt: string, _options?: any, runManager?: any): AsyncGenerator<any> {
    for (const text of this._next(prompt)) {
      await pause(this.sleep);
      yield new GenerationChunk({ text, generationInfo: {} });
      await runManager?.handleLLMNewToken(text);
    }
  }
}
