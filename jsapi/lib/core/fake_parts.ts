// This file has stand-ins of `@langchain/core/utils/testing` for what is not a model: embeddings, histories, parsers, retrievers and tools.
import { CallbackManager } from "./callback_manager";
import { BaseChatMessageHistory, BaseListChatMessageHistory } from "./chat_history";
import { ensureConfig } from "./config";
import { Document } from "./documents";
import { Embeddings } from "./embeddings";
import { AIMessage, HumanMessage } from "./message";
import { Runnable } from "./runnables";
import { BaseOutputParser } from "./text_parsers";
import { StructuredTool } from "./tools";

/** Returns the same vector for each text. */
export class FakeEmbeddings extends Embeddings {
  constructor(params?: any) {
    super(params ?? {});
    this.embedQuery = async () => [0.1, 0.2, 0.3, 0.4];
    this.embedDocuments = async (texts: string[]) => texts.map(() => [0.1, 0.2, 0.3, 0.4]);
  }
}

/** Has its messages in a field. */
export class FakeChatMessageHistory extends BaseChatMessageHistory {
  lc_namespace = ["langchain_core", "message", "fake"];
  messages: any[] = [];
  async getMessages(): Promise<any[]> {
    return this.messages;
  }
  async addMessage(message: any): Promise<void> {
    this.messages.push(message);
  }
  async addUserMessage(text: string): Promise<void> {
    this.messages.push(new HumanMessage(text));
  }
  async addAIMessage(text: string): Promise<void> {
    this.messages.push(new AIMessage(text));
  }
  async clear(): Promise<void> {
    this.messages = [];
  }
}

/** Has its messages in a field, and only stores a list. */
export class FakeListChatMessageHistory extends BaseListChatMessageHistory {
  lc_namespace = ["langchain_core", "message", "fake"];
  messages: any[] = [];
  async getMessages(): Promise<any[]> {
    return this.messages;
  }
  async addMessage(message: any): Promise<void> {
    this.messages.push(message);
  }
}

/** Returns its input, or the options of the call. */
export class FakeRunnable extends Runnable {
  returnOptions: boolean | undefined;
  constructor(fields: { returnOptions?: boolean }) {
    super();
    this.returnOptions = fields.returnOptions;
  }
  get lc_namespace(): string[] {
    return ["tests", "fake"];
  }
  async invoke(input: any, options?: any): Promise<any> {
    return this.returnOptions ? (options ?? {}) : { input };
  }
}

/** Splits a text at its commas. */
export class FakeSplitIntoListParser extends BaseOutputParser {
  get lc_namespace(): string[] {
    return ["tests", "fake"];
  }
  async parse(text: string): Promise<string[]> {
    return text.split(",").map((s) => s.trim());
  }
}

/** The base of retrievers. Its runs are those of a retriever for callbacks. */
export abstract class Retriever extends Runnable {
  callbacks: any;
  tags: string[];
  metadata: any;
  verbose: boolean;
  constructor(fields?: any) {
    super(fields);
    this.callbacks = fields?.callbacks;
    this.tags = fields?.tags ?? [];
    this.metadata = fields?.metadata ?? {};
    this.verbose = fields?.verbose ?? false;
  }
  abstract _getRelevantDocuments(query: string, run?: any): Promise<any[]>;
  async invoke(query: string, options?: any): Promise<any[]> {
    const config: any = ensureConfig(options);
    const manager = await CallbackManager.configure(config.callbacks, this.callbacks, config.tags, this.tags, config.metadata, this.metadata, { verbose: this.verbose });
    const run = await manager?.handleRetrieverStart(this.toJSON(), query, config.runId, undefined, undefined, undefined, config.runName);
    try {
      const documents = await this._getRelevantDocuments(query, run);
      await run?.handleRetrieverEnd(documents);
      return documents;
    } catch (error) {
      await run?.handleRetrieverError(error);
      throw error;
    }
  }
}

/** Returns the documents that it was made with. */
export class FakeRetriever extends Retriever {
  output = [new Document({ pageContent: "foo" }), new Document({ pageContent: "bar" })];
  constructor(fields?: { output: any[] }) {
    super();
    this.output = fields?.output ?? this.output;
  }
  get lc_namespace(): string[] {
    return ["test", "fake"];
  }
  async _getRelevantDocuments(_query: string): Promise<any[]> {
    return this.output;
  }
}

/** Returns its arguments as JSON. */
export class FakeTool extends StructuredTool {
  constructor(fields: any) {
    super(fields);
    this.name = fields.name;
    this.description = fields.description;
    this.schema = fields.schema;
  }
  async _call(args: any): Promise<string> {
    return JSON.stringify(args);
  }
}
