// This file is @langchain/core/chat_history.
import { AIMessage, HumanMessage } from "@langchain/core/messages";

abstract class History {
  lc_serializable = false;
  lc_kwargs: any;
  abstract lc_namespace: string[];
  constructor(fields?: any) { this.lc_kwargs = fields ?? {}; }
  abstract getMessages(): Promise<any[]>;
  abstract addMessage(message: any): Promise<void>;
  async addMessages(messages: any[]): Promise<void> { for (const message of messages) await this.addMessage(message); }
}

/** The messages of a conversation. A subclass stores them. */
export abstract class BaseChatMessageHistory extends History {
  abstract addUserMessage(text: string): Promise<void>;
  abstract addAIMessage(text: string): Promise<void>;
  abstract clear(): Promise<void>;
}

/** A history whose subclass only has to store a list. */
export abstract class BaseListChatMessageHistory extends History {
  addUserMessage(text: string): Promise<void> { return this.addMessage(new HumanMessage(text)); }
  addAIMessage(text: string): Promise<void> { return this.addMessage(new AIMessage(text)); }
  clear(): Promise<void> { throw new Error("Not implemented."); }
}

export class InMemoryChatMessageHistory extends BaseListChatMessageHistory {
  lc_namespace = ["langchain", "stores", "message", "in_memory"];
  private messages: any[];

  constructor(messages?: any[]) {
    super(messages);
    this.messages = messages ?? [];
  }

  async getMessages(): Promise<any[]> { return this.messages; }
  async addMessage(message: any): Promise<void> { this.messages.push(message); }
  async clear(): Promise<void> { this.messages = []; }
}
