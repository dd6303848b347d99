// This file is `@langchain/core/output_parsers/openai_tools`: it parses the tool calls of a message.
import { BaseLLMOutputParser, OutputParserException } from "./text_parsers";
import { parsePartialJson } from "./partial_json";

/** Returns a tool call of the OpenAI API as one in our form. */
export function parseToolCall(raw: any, options?: { returnId?: boolean; partial?: boolean }): any {
  if (raw.function === undefined) return undefined;
  let args;
  try {
    args = options?.partial ? parsePartialJson(raw.function.arguments ?? "{}") : JSON.parse(raw.function.arguments);
  } catch (e: any) {
    if (options?.partial) return undefined;
    throw new OutputParserException([`Function "${raw.function.name}" arguments:`, "", raw.function.arguments, "", "are not valid JSON.", `Error: ${e.message}`].join("\n"));
  }
  const call: any = { name: raw.function.name, args: args || {}, type: "tool_call" };
  if (options?.returnId) call.id = raw.id;
  return call;
}

export function convertLangChainToolCallToOpenAI(call: any): any {
  if (call.id === undefined) throw new Error('All OpenAI tool calls must have an "id" field.');
  return { id: call.id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.args) } };
}

export const makeInvalidToolCall = (raw: any, error?: string): any =>
  ({ name: raw.function?.name, args: raw.function?.arguments, id: raw.id, error, type: "invalid_tool_call" });

/** Returns the tool calls of a message, each with the name of its tool as type. */
export class JsonOutputToolsParser extends BaseLLMOutputParser {
  static lc_name(): string {
    return "JsonOutputToolsParser";
  }
  returnId = false;
  constructor(fields?: any) {
    super();
    this.returnId = fields?.returnId ?? this.returnId;
  }
  async parseResult(generations: any[]): Promise<any> {
    const { message } = generations[0];
    const raw = message.additional_kwargs?.tool_calls;
    const calls = message.tool_calls?.length || !raw ? (message.tool_calls ?? []) : raw.map((c: any) => parseToolCall(c, { returnId: true }));
    return calls.map(({ name, args, id }: any) => ({ type: name, args, id: this.returnId ? id : undefined }));
  }
}

/** Returns the arguments of the calls of one tool: of all calls, or of the first. */
export class JsonOutputKeyToolsParser extends BaseLLMOutputParser {
  static lc_name(): string {
    return "JsonOutputKeyToolsParser";
  }
  keyName: string;
  returnId: boolean;
  returnSingle: boolean;
  zodSchema: any;
  parser: JsonOutputToolsParser;
  constructor(fields: any) {
    super();
    this.keyName = fields.keyName;
    this.returnId = fields.returnId ?? false;
    this.returnSingle = fields.returnSingle ?? false;
    this.zodSchema = fields.zodSchema;
    this.parser = new JsonOutputToolsParser(fields);
  }
  private async valid(args: any): Promise<any> {
    if (this.zodSchema === undefined) return args;
    const checked = await this.zodSchema.safeParseAsync(args);
    if (checked.success) return checked.data;
    throw new OutputParserException(`Failed to parse. Text: "${JSON.stringify(args, null, 2)}". Error: ${JSON.stringify(checked.error?.issues)}`, JSON.stringify(args, null, 2));
  }
  async parseResult(generations: any[]): Promise<any> {
    const calls = (await this.parser.parseResult(generations)).filter((c: any) => c.type === this.keyName);
    const results = this.returnId ? calls : calls.map((c: any) => c.args);
    if (!this.returnSingle) return Promise.all(results.map((r: any) => this.valid(r)));
    return results.length > 0 ? this.valid(results[0]) : undefined;
  }
}
