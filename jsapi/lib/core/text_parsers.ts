// This file has parsers of the answer of a model: as a text, bytes, JSON or a list.
import { patchOf } from "./json_patch";
import { isBaseMessage } from "./message";
import { parsePartialJson } from "./partial_json";
import { Runnable } from "./runnables";
import { withCode } from "./text_prompts";

export { parsePartialJson };

/** Thrown if a text is not what a parser expects. */
export class OutputParserException extends Error {
  llmOutput: string | undefined;
  observation: string | undefined;
  sendToLLM: boolean;
  constructor(message: string, llmOutput?: string, observation?: string, sendToLLM = false) {
    super(message);
    this.llmOutput = llmOutput;
    this.observation = observation;
    this.sendToLLM = sendToLLM;
    if (sendToLLM && (observation === undefined || llmOutput === undefined))
      throw new Error("Arguments 'observation' & 'llmOutput' are required if 'sendToLlm' is true");
    withCode(this, "OUTPUT_PARSING_FAILURE");
  }
}

/** Parses the JSON of a text, also if it is between code fences. */
export function parseJsonMarkdown(text: string, parser: (s: string) => any = parsePartialJson): any {
  const fence = text.indexOf("```");
  if (fence < 0) return parser(text.trim());
  let body = text.slice(fence + 3);
  if (body.startsWith("json")) body = body.slice(4);
  const end = body.indexOf("```");
  return parser((end < 0 ? body : body.slice(0, end)).trim());
}

/** The base of parsers of answers. */
export abstract class BaseLLMOutputParser<T = any> extends Runnable<any, T> {
  abstract parseResult(generations: any[], callbacks?: any): Promise<T>;
  parseResultWithPrompt(generations: any[], _prompt?: any, callbacks?: any): Promise<T> {
    return this.parseResult(generations, callbacks);
  }
  _baseMessageToString(message: any): string {
    return typeof message.content === "string" ? message.content : this._baseMessageContentToString(message.content);
  }
  _baseMessageContentToString(content: any): string {
    return JSON.stringify(content);
  }
  _generation(v: any): any {
    return typeof v === "string" ? { text: v } : { message: v, text: this._baseMessageToString(v) };
  }
  async invoke(input: any, options?: any): Promise<T> {
    const parse = async (v: any, config: any) => this.parseResult([this._generation(v)], config?.callbacks);
    return this._callWithConfig(parse, input, { ...options, runType: "parser" });
  }
}

/** The base of parsers of texts. */
export abstract class BaseOutputParser<T = any> extends BaseLLMOutputParser<T> {
  abstract parse(text: string, callbacks?: any): Promise<T>;
  getFormatInstructions(): string {
    return "";
  }
  async parseResult(generations: any[], callbacks?: any): Promise<T> {
    return this.parse(generations[0].text, callbacks);
  }
  async parseWithPrompt(text: string, _prompt?: any, callbacks?: any): Promise<T> {
    return this.parse(text, callbacks);
  }
}

/** The base of parsers that parse piece by piece. */
export abstract class BaseTransformOutputParser<T = any> extends BaseOutputParser<T> {
  async *_transform(pieces: any): AsyncGenerator<any> {
    for await (const piece of pieces) yield this.parseResult([this._generation(piece)]);
  }
  transform(pieces: any, options?: any): AsyncGenerator<any> {
    return __hitlrun.lib!("core/transforms.ts").ofParser(this, pieces, options);
  }
}

/** The base of parsers that parse everything so far after each piece. */
export abstract class BaseCumulativeTransformOutputParser<T = any> extends BaseTransformOutputParser<T> {
  /** Whether a stream has the differences between the results, as JSON patches, and not the results. */
  diff = false;
  constructor(fields?: any) {
    super(fields);
    this.diff = fields?.diff ?? this.diff;
  }
  _diff(before: any, after: any): any {
    return before ? patchOf(before, after) : [{ op: "replace", path: "", value: after }];
  }
  async parsePartialResult(generations: any[]): Promise<any> {
    return this.parseResult(generations);
  }
  async *_transform(pieces: any): AsyncGenerator<any> {
    let text = "";
    let last: string | undefined;
    let before: any;
    for await (const piece of pieces) {
      const more = typeof piece === "string" ? piece : piece.content;
      if (typeof more !== "string") throw new Error(`Cannot handle non-string ${isBaseMessage(piece) ? "message " : ""}output.`);
      text += more;
      const parsed = await this.parsePartialResult([{ text }]);
      if (parsed === undefined || parsed === null) continue;
      const shown = JSON.stringify(parsed);
      if (shown === last) continue;
      last = shown;
      yield this.diff ? this._diff(before, parsed) : parsed;
      before = parsed;
    }
  }
}

const unseen = ["reasoning", "thinking", "redacted_thinking"];

/** Returns the text of an answer. */
export class StringOutputParser extends BaseTransformOutputParser<string> {
  static lc_name(): string {
    return "StrOutputParser";
  }
  lc_serializable = true;
  get lc_namespace(): string[] {
    return ["langchain_core", "output_parsers", "string"];
  }
  async parse(text: string): Promise<string> {
    return text;
  }
  _baseMessageContentToString(content: any[]): string {
    const text = (b: any) => {
      if ((b.type === "text" || b.type === "text_delta") && "text" in b) return b.text;
      if (unseen.includes(b.type)) return "";
      if (b.type === "image_url") throw new Error(`Cannot coerce a multimodal "image_url" message part into a string.`);
      throw new Error(`Cannot coerce "${b.type}" message part into a string.`);
    };
    return content.map(text).join("");
  }
}

/** Returns the bytes of an answer. */
export class BytesOutputParser extends BaseTransformOutputParser<Uint8Array> {
  static lc_name(): string {
    return "BytesOutputParser";
  }
  async parse(text: string): Promise<Uint8Array> {
    return new TextEncoder().encode(text);
  }
}

/** Returns the JSON of an answer. */
export class JsonOutputParser<T = any> extends BaseCumulativeTransformOutputParser<T> {
  static lc_name(): string {
    return "JsonOutputParser";
  }
  lc_serializable = true;
  get lc_namespace(): string[] {
    return ["langchain_core", "output_parsers"];
  }
  _baseMessageToString(message: any): string {
    return message.text;
  }
  _concatOutputChunks(_first: any, second: any): any {
    return second; // each piece is all so far
  }
  async parsePartialResult(generations: any[]): Promise<any> {
    return parseJsonMarkdown(generations[0].text);
  }
  async parse(text: string): Promise<T> {
    return parseJsonMarkdown(text, JSON.parse);
  }
}

/** The base of parsers of lists. In a stream, an item is yielded as soon as the next one begins. */
export abstract class ListOutputParser extends BaseTransformOutputParser<string[]> {
  lc_serializable = false;
  re: RegExp | undefined;
  async *_transform(pieces: any): AsyncGenerator<any> {
    let text = "";
    for await (const piece of pieces) {
      text += typeof piece === "string" ? piece : piece.content;
      if (this.re) {
        const found = [...text.matchAll(this.re)].slice(0, -1);
        for (const m of found) yield [m[1]];
        const taken = found.reduce((n, m) => n + m.index! + m[0].length, 0);
        text = text.slice(taken);
        continue;
      }
      const items = await this.parse(text);
      if (items.length < 2) continue;
      text = items.pop()!;
      for (const item of items) yield [item];
    }
    for (const item of await this.parse(text)) yield [item];
  }
  get lc_namespace(): string[] {
    return ["langchain_core", "output_parsers", "list"];
  }
}

const itemsOf = (text: string, separator: string) => text.trim().split(separator).map((s) => s.trim());

/** Returns a list of the texts between commas. */
export class CommaSeparatedListOutputParser extends ListOutputParser {
  static lc_name(): string {
    return "CommaSeparatedListOutputParser";
  }
  lc_serializable = true;
  async parse(text: string): Promise<string[]> {
    try {
      return itemsOf(text, ",");
    } catch (e) {
      throw new OutputParserException(`Could not parse output: ${text}`, text);
    }
  }
  getFormatInstructions(): string {
    return "Your response should be a list of comma separated values, eg: `foo, bar, baz`";
  }
}

/** Returns a list of the texts between separators that the script chooses. It has a certain length, or any. */
export class CustomListOutputParser extends ListOutputParser {
  private length: number | undefined;
  private separator: string;
  constructor({ length, separator }: { length?: number; separator?: string }) {
    super();
    this.length = length;
    this.separator = separator || ",";
  }
  async parse(text: string): Promise<string[]> {
    if (typeof text !== "string") throw new OutputParserException(`Could not parse output: ${text}`);
    const items = itemsOf(text, this.separator);
    if (this.length !== undefined && items.length !== this.length)
      throw new OutputParserException(`Incorrect number of items. Expected ${this.length}, got ${items.length}.`);
    return items;
  }
  getFormatInstructions(): string {
    const [many, by] = [this.length === undefined ? "" : `${this.length} `, this.separator];
    return `Your response should be a list of ${many}items separated by "${by}" (eg: \`foo${by} bar${by} baz\`)`;
  }
}

/** Returns a list of the matches of re. */
abstract class LinesOutputParser extends ListOutputParser {
  static lc_name(): string {
    return "NumberedListOutputParser";
  }
  lc_serializable = true;
  declare re: RegExp;
  async parse(text: string): Promise<string[]> {
    return [...text.matchAll(this.re)].map((m) => m[1]);
  }
  getFormatInstructions(): string {
    return "Your response should be a numbered list with each item on a new line. For example: \n\n1. foo\n\n2. bar\n\n3. baz";
  }
}

/** Returns a list of the lines that begin with numbers. */
export class NumberedListOutputParser extends LinesOutputParser {
  re = /\d+\.\s([^\n]+)/g;
}

/** Returns a list of the lines that begin with - or *. */
export class MarkdownListOutputParser extends LinesOutputParser {
  re = /^\s*[-*]\s([^\n]+)$/gm;
}
