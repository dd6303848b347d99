// This file has templates of messages.
import { coerceMessageLikeToMessage } from "./convert";
import { AIMessage, BaseMessage, ChatMessage, HumanMessage, SystemMessage, isBaseMessage } from "./message";
import { ChatPromptValue } from "./prompt_values";
import { Runnable } from "./runnables";
import { BasePromptTemplate, PromptTemplate, withCode } from "./text_prompts";
import { DictPromptTemplate, ImagePromptTemplate } from "./block_prompts";

/** The base of templates that make messages. */
export abstract class BaseMessagePromptTemplate extends Runnable {
  lc_serializable = true;
  get lc_namespace(): string[] {
    return ["langchain_core", "prompts", "chat"];
  }
  abstract get inputVariables(): string[];
  abstract formatMessages(values: any): Promise<BaseMessage[]>;
  async invoke(input: any, options?: any): Promise<any> {
    return this._callWithConfig((v) => this.formatMessages(v), input, { ...options, runType: "prompt" });
  }
}

/** A place in a template for a list of messages. */
export class MessagesPlaceholder extends BaseMessagePromptTemplate {
  static lc_name(): string {
    return "MessagesPlaceholder";
  }
  variableName: string;
  optional: boolean;
  constructor(fields: any) {
    const f = typeof fields === "string" ? { variableName: fields } : fields;
    super(f);
    this.variableName = f.variableName;
    this.optional = f.optional ?? false;
  }
  get inputVariables(): string[] {
    return [this.variableName];
  }
  async formatMessages(values: any): Promise<BaseMessage[]> {
    const input = values[this.variableName];
    const about = `Field "${this.variableName}" in prompt uses a MessagesPlaceholder, which expects an array of BaseMessages`;
    const wrong = (text: string, code?: string) => Object.assign(new Error(text), { name: "InputFormatError", ...(code && { lc_error_code: code }) });
    if (!input) {
      if (this.optional) return [];
      throw wrong(`${about} as an input value. Received: undefined`);
    }
    try {
      return (Array.isArray(input) ? input : [input]).map(coerceMessageLikeToMessage);
    } catch (e: any) {
      const text = typeof input === "string" ? input : JSON.stringify(input, null, 2);
      const lines = [`${about} or coerceable values as input.`, `Received value: ${text}`, `Additional message: ${e.message}`];
      throw wrong(lines.join("\n\n"), e.lc_error_code);
    }
  }
}

/** The base of templates of a message whose content is a text. */
export abstract class BaseMessageStringPromptTemplate extends BaseMessagePromptTemplate {
  prompt: any;
  constructor(fields: any) {
    const f = "prompt" in fields ? fields : { prompt: fields };
    super(f);
    this.prompt = f.prompt;
  }
  abstract format(values: any): Promise<BaseMessage>;
  get inputVariables(): string[] {
    return this.prompt.inputVariables;
  }
  async formatMessages(values: any): Promise<BaseMessage[]> {
    return [await this.format(values)];
  }
}

// A template of a message whose content is a text, or a list of blocks with texts.
abstract class MessagePromptTemplate extends BaseMessagePromptTemplate {
  static fromTemplate(this: any, template: any, options?: any): any {
    const text = (t: string, more?: any) => PromptTemplate.fromTemplate(t, { ...options, ...more });
    if (typeof template === "string") return new this(text(template));
    const templateFormat = options?.templateFormat ?? "f-string";
    const block = (b: any) => {
      if (typeof b === "string") return text(b);
      if (typeof b.text === "string" && Object.keys(b).length === 1) return text(b.text, { additionalContentFields: b });
      const image = b.type === "image_url" && (typeof b.image_url === "string" || b.image_url?.url);
      return image ? ImagePromptTemplate.ofBlock(b, templateFormat) : new DictPromptTemplate({ template: b, templateFormat });
    };
    return new this({ prompt: template.filter((b: any) => b !== null).map(block), additionalOptions: {} });
  }
  prompt: any;
  constructor(fields: any) {
    const f = "prompt" in fields ? fields : { prompt: fields };
    super(f);
    this.prompt = f.prompt;
  }
  abstract _message(content: any): BaseMessage;
  get inputVariables(): string[] {
    return Array.isArray(this.prompt) ? this.prompt.flatMap((p: any) => p.inputVariables) : this.prompt.inputVariables;
  }
  async format(values: any): Promise<BaseMessage> {
    if (!Array.isArray(this.prompt)) return this._message(await this.prompt.format(values));
    const blocks: any[] = [];
    for (const p of this.prompt) {
      const made = await (p instanceof ImagePromptTemplate ? p.formatBlock(values) : p.format(values));
      if (typeof made !== "string") blocks.push(made);
      else if (made !== "") blocks.push({ ...p.additionalContentFields, type: "text", text: made });
    }
    return this._message(blocks);
  }
  async formatMessages(values: any): Promise<BaseMessage[]> {
    return [await this.format(values)];
  }
}

export class HumanMessagePromptTemplate extends MessagePromptTemplate {
  static lc_name(): string {
    return "HumanMessagePromptTemplate";
  }
  _message(content: any): BaseMessage {
    return new HumanMessage({ content });
  }
}
export class AIMessagePromptTemplate extends MessagePromptTemplate {
  static lc_name(): string {
    return "AIMessagePromptTemplate";
  }
  _message(content: any): BaseMessage {
    return new AIMessage({ content });
  }
}
export class SystemMessagePromptTemplate extends MessagePromptTemplate {
  static lc_name(): string {
    return "SystemMessagePromptTemplate";
  }
  _message(content: any): BaseMessage {
    return new SystemMessage({ content });
  }
}
export class ChatMessagePromptTemplate extends BaseMessageStringPromptTemplate {
  static lc_name(): string {
    return "ChatMessagePromptTemplate";
  }
  static fromTemplate(template: string, role: string, options?: any): ChatMessagePromptTemplate {
    return new this(PromptTemplate.fromTemplate(template, { templateFormat: options?.templateFormat }), role);
  }
  role: string;
  constructor(fields: any, role?: string) {
    const f = "prompt" in fields ? fields : { prompt: fields, role };
    super(f);
    this.role = f.role;
  }
  async format(values: any): Promise<BaseMessage> {
    return new ChatMessage(await this.prompt.format(values), this.role);
  }
}

const classes: any = { human: HumanMessagePromptTemplate, ai: AIMessagePromptTemplate, system: SystemMessagePromptTemplate };

// Returns the template for a message, a pair of role and text, or a placeholder.
function coerce(v: any, extra: any): any {
  if (typeof v.formatMessages === "function" || isBaseMessage(v)) return v;
  if (Array.isArray(v) && v[0] === "placeholder") {
    const braces = extra?.templateFormat === "mustache" ? 2 : 1;
    const name = typeof v[1] === "string" && v[1].startsWith("{".repeat(braces)) && v[1].endsWith("}".repeat(braces)) && v[1].slice(braces, -braces);
    if (name) return new MessagesPlaceholder({ variableName: name, optional: true });
    const format = extra?.templateFormat ?? `"f-string"`;
    throw new Error(
      `Invalid placeholder template for format ${format}: "${v[1]}". Expected a variable name surrounded by ${braces === 2 ? "double" : "single"} curly braces.`,
    );
  }
  const message: any = coerceMessageLikeToMessage(v);
  const type = message._getType();
  if (classes[type]) return classes[type].fromTemplate(message.content, extra);
  if (type === "generic") return ChatMessagePromptTemplate.fromTemplate(message.content, message.role, extra);
  throw new Error(`Could not coerce message prompt template from input. Received message type: "${type}".`);
}

/** The base of templates of conversations. */
export abstract class BaseChatPromptTemplate extends BasePromptTemplate {
  abstract formatMessages(values: any): Promise<BaseMessage[]>;
  async format(values: any): Promise<string> {
    return (await this.formatPromptValue(values)).toString();
  }
  async formatPromptValue(values: any): Promise<any> {
    return new ChatPromptValue(await this.formatMessages(values));
  }
}

/** A template of a conversation. */
export class ChatPromptTemplate extends BaseChatPromptTemplate {
  static lc_name(): string {
    return "ChatPromptTemplate";
  }
  static fromTemplate(template: string, options?: any): ChatPromptTemplate {
    return this.fromMessages([new HumanMessagePromptTemplate({ prompt: PromptTemplate.fromTemplate(template, options) })]);
  }
  static fromMessages(messages: any[], extra?: any): ChatPromptTemplate {
    const partialVariables: any = {};
    const promptMessages = messages.flatMap((m) => {
      if (!(m instanceof ChatPromptTemplate)) return [coerce(m, extra)];
      Object.assign(partialVariables, m.partialVariables);
      return m.promptMessages;
    });
    const names = promptMessages.flatMap((m) => (isBaseMessage(m) ? [] : m.inputVariables));
    const inputVariables = [...new Set<string>(names)].filter((n) => !(n in partialVariables));
    return new this({ ...extra, inputVariables, promptMessages, partialVariables, templateFormat: extra?.templateFormat });
  }
  static fromPromptMessages(messages: any[]): ChatPromptTemplate {
    return this.fromMessages(messages);
  }
  get lc_aliases(): Record<string, string> {
    return { promptMessages: "messages" };
  }
  declare promptMessages: any[];
  declare validateTemplate: boolean;
  declare templateFormat: string | undefined;
  constructor(input: any) {
    super({ ...input, validateTemplate: input.validateTemplate ?? input.templateFormat !== "mustache" }, input);
    if (!this.validateTemplate) return;
    const used = new Set(this.promptMessages.flatMap((m) => (isBaseMessage(m) ? [] : m.inputVariables)));
    const given = new Set([...this.inputVariables, ...Object.keys(this.partialVariables ?? {})]);
    const unused = [...given].filter((n) => !used.has(n));
    if (unused.length) throw new Error(`Input variables \`${unused}\` are not used in any of the prompt messages.`);
    const absent = [...used].filter((n) => !given.has(n));
    if (absent.length) throw new Error(`Input variables \`${absent}\` are used in prompt messages but not in the prompt template.`);
  }
  _getPromptType(): string {
    return "chat";
  }
  async formatMessages(values: any): Promise<BaseMessage[]> {
    const all = await this.mergePartialAndUserVariables(values);
    const made: BaseMessage[] = [];
    for (const m of this.promptMessages) {
      if (isBaseMessage(m)) {
        made.push(m);
        continue;
      }
      const missing = m.inputVariables.find((n: string) => !(n in all) && !m.optional);
      if (missing !== undefined && this.templateFormat !== "mustache")
        throw withCode(new Error(`Missing value for input variable \`${missing}\``), "INVALID_PROMPT_INPUT");
      made.push(...(await m.formatMessages(all)));
    }
    return made;
  }
}
