// This file is `@langchain/core/prompt_values`: prompts in the form that models take.
import { getBufferString } from "./convert";
import { BaseMessage, HumanMessage } from "./message";

export abstract class BasePromptValue {
  lc_namespace = ["langchain_core", "prompt_values"];
  lc_serializable = true;
  lc_kwargs: any;
  constructor(kwargs?: any) {
    this.lc_kwargs = kwargs || {};
  }
  abstract toString(): string;
  abstract toChatMessages(): BaseMessage[];
  get lc_id(): string[] {
    return [...this.lc_namespace, (this.constructor as any).lc_name()];
  }
  toJSON(): any {
    return { lc: 1, type: "constructor", id: this.lc_id, kwargs: { ...this.lc_kwargs } };
  }
}

/** A prompt that is one text. */
export class StringPromptValue extends BasePromptValue {
  static lc_name(): string {
    return "StringPromptValue";
  }
  value: string;
  constructor(value: string) {
    super({ value });
    this.value = value;
  }
  toString(): string {
    return this.value;
  }
  toChatMessages(): BaseMessage[] {
    return [new HumanMessage(this.value)];
  }
}

/** A prompt that is a list of messages. */
export class ChatPromptValue extends BasePromptValue {
  static lc_name(): string {
    return "ChatPromptValue";
  }
  messages: BaseMessage[];
  constructor(fields: BaseMessage[] | { messages: BaseMessage[] }) {
    const f = Array.isArray(fields) ? { messages: fields } : fields;
    super(f);
    this.messages = f.messages;
  }
  toString(): string {
    return getBufferString(this.messages);
  }
  toChatMessages(): BaseMessage[] {
    return this.messages;
  }
}

/** A prompt that is one image. */
export class ImagePromptValue extends BasePromptValue {
  static lc_name(): string {
    return "ImagePromptValue";
  }
  imageUrl: any;
  declare value: string;
  constructor(fields: any) {
    const imageUrl = "imageUrl" in fields ? fields.imageUrl : fields;
    super({ image_url: imageUrl });
    this.imageUrl = imageUrl;
  }
  toString(): string {
    return this.imageUrl.url;
  }
  toChatMessages(): BaseMessage[] {
    const { url, detail } = this.imageUrl;
    return [new HumanMessage({ content: [{ type: "image_url", image_url: { detail, url } }] })];
  }
}
