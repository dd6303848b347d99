// This file converts messages of OpenAI to standard blocks: those of chat completions, and those of the Responses API.

import { callBlocks, isObject, isText, joined, listOf, nonStandard } from "./provider_blocks_shared";

function annotation(a: any): any {
  if (a.type === "url_citation") return { type: "citation", url: a.url, title: a.title, startIndex: a.start_index, endIndex: a.end_index };
  if (a.type === "file_citation") return { type: "citation", title: a.filename, startIndex: a.index, endIndex: a.index, fileId: a.file_id };
  return a;
}

function reasoning(item: any): any[] {
  if (!Array.isArray(item?.summary)) return [];
  const { id, encrypted_content } = item;
  return [{ type: "reasoning", reasoning: joined(item.summary), ...isText(id) ? { id } : {}, ...isText(encrypted_content) ? { encrypted_content } : {} }];
}

function textBlock(block: any): any {
  const { text, annotations, phase, extras: given, ...rest } = block;
  const extras = { ...isObject(given) ? given : {}, ...isText(phase) ? { phase } : {} };
  return {
    ...rest, ...Object.keys(extras).length > 0 ? { extras } : {}, type: "text", text: String(text),
    ...Array.isArray(annotations) ? { annotations: annotations.map(annotation) } : {},
  };
}

const idOf = (item: any): string => isText(item.id) ? item.id : "";
const call = (item: any, name: string, args: any) => ({ id: item.id, type: "server_tool_call", name, args });

/** Returns what a tool of the server found, if it has ended. */
function found(item: any, output: any): any[] {
  if (item.status !== "completed" && item.status !== "failed") return [];
  return [{ type: "server_tool_call_result", toolCallId: idOf(item), status: item.status === "completed" ? "success" : "error", output }];
}

const exitCodes: Record<string, number> = { completed: 0, incomplete: 127, failed: 1 };

function interpreted(item: any, { logs }: any): any {
  const code = exitCodes[item.status];
  return {
    type: "server_tool_call_result", toolCallId: item.id ?? "", status: "success",
    output: { type: "code_interpreter_output", returnCode: code ?? 0, stderr: code ? String(logs) : undefined, stdout: code ? undefined : String(logs) },
  };
}

/** Returns those of the named fields of item that are texts. */
const texts = (item: any, names: string[]) => Object.fromEntries(names.filter((n) => isText(item[n])).map((n) => [n, item[n]]));

/** Convert an item that a tool of the server made, by type. */
const forms: Record<string, (item: any) => any[]> = {
  web_search_call(item) {
    const args = isText(item.action?.query) ? { query: item.action.query } : {};
    return [call(item, "web_search", args), ...found(item, isObject(item.action) ? { action: item.action } : {})];
  },
  file_search_call: (item) => [
    call(item, "file_search", { queries: listOf(item.queries) }), ...found(item, Array.isArray(item.results) ? { results: item.results } : {}),
  ],
  code_interpreter_call: (item) => [
    ...isText(item.code) ? [call(item, "code_interpreter", { code: item.code })] : [],
    ...listOf(item.outputs).filter((o) => o?.type === "logs").map((o) => interpreted(item, o)),
  ],
  mcp_call: (item) => [call(item, "mcp_call", item.input)],
  mcp_list_tools: (item) => [call(item, "mcp_list_tools", item.input)],
  tool_search_call(item) {
    const extras = texts(item, ["execution", "status", "call_id"]);
    const args = isObject(item.arguments) ? { ...item.arguments } : {};
    return [{ ...call(item, "tool_search", args), id: idOf(item), ...Object.keys(extras).length > 0 ? { extras } : {} }];
  },
  tool_search_output: (item) => [{
    type: "server_tool_call_result", toolCallId: idOf(item), status: item.status === "failed" ? "error" : "success",
    output: { tools: listOf(item.tools) }, extras: { name: "tool_search", ...texts(item, ["execution"]) },
  }],
  image_generation_call(item) {
    const { id, status } = texts(item, ["id", "status"]) as any;
    return [...isText(item.result) ? [{ type: "image", mimeType: "image/png", data: item.result, id, metadata: { status } }] : [], nonStandard(item)];
  },
};

function toolOutput(item: any): any[] {
  if (!isObject(item)) return [];
  return Object.hasOwn(forms, item.type) ? forms[item.type](item) : [nonStandard(item)];
}

/** Returns the name by which the blocks of an output item refer to it. The name of a message is used only if there is no other. */
function keyOf(item: any): string | undefined {
  if (!isObject(item) || !isText(item.type)) return undefined;
  if (["function_call", "custom_tool_call", "computer_call"].includes(item.type) && isText(item.call_id)) return `call ${item.call_id}`;
  if (item.type === "message") return "message";
  return isText(item.id) ? `${item.type} ${item.id}` : undefined;
}

/** Converts a message of the Responses API. The blocks are in the order of its output, if that is there. */
function fromResponses(message: any): any[] {
  const extra = message.additional_kwargs ?? {};
  const output = listOf(message.response_metadata?.output);
  const messages = output.filter((item) => item?.type === "message").length;
  const places = new Map<any, number>(output.map((item, i) => [keyOf(item), i]));
  places.delete(undefined);
  if (messages !== 1) places.delete("message");
  const blocks: [any, any][] = output.length > 0
    ? output.filter((item) => item?.type === "reasoning").flatMap((item) => reasoning(item).map((b): [any, any] => [b, keyOf(item)]))
    : reasoning(extra.reasoning).map((b): [any, any] => [b, undefined]);
  const content = isText(message.content) ? [{ type: "text", text: message.content }] : message.content;
  for (const b of content) if (b?.type === "text") blocks.push([textBlock(b), "message"]);
  for (const b of callBlocks(message)) blocks.push([b, b.id ? `call ${b.id}` : undefined]);
  for (const item of listOf(extra.tool_outputs)) for (const b of toolOutput(item)) blocks.push([b, isText(item.id) ? `${item.type} ${item.id}` : undefined]);
  const place = ([, key]: [any, any]) => places.get(key) ?? output.length;
  return blocks.sort((a, b) => place(a) - place(b)).map(([b]) => b);
}

export function fromOpenAI(message: any): any[] {
  if (!isText(message.content)) return fromResponses(message);
  return [...message.content === "" ? [] : [{ type: "text", text: message.content }], ...callBlocks(message)];
}
