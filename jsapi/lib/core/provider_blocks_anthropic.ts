// This file converts messages of Anthropic to standard blocks.

import { anthropicFile } from "./blocks";
import { contentOf, isObject, isText, listOf, nonStandard } from "./provider_blocks_shared";

/** The names of the fields of a citation that say where its text begins and ends. */
interface Place { source: string; title: string; start: string; end: string; url?: string }

const places: Record<string, Place> = {
  char_location: { source: "char", title: "document_title", start: "start_char_index", end: "end_char_index" },
  page_location: { source: "page", title: "document_title", start: "start_page_number", end: "end_page_number" },
  content_block_location: { source: "block", title: "document_title", start: "start_block_index", end: "end_block_index" },
  search_result_location: { source: "search", title: "title", start: "start_block_index", end: "end_block_index", url: "source" },
  web_search_result_location: { source: "url", title: "title", start: "encrypted_index", end: "encrypted_index", url: "url" },
};

function citation(c: any): any[] {
  const place = places[c.type];
  if (!place || !isText(c[place.title]) || !isText(c.cited_text) || place.url && !isText(c[place.url])) return [];
  const kind = place.source === "url" ? "string" : "number";
  if (typeof c[place.start] !== kind || typeof c[place.end] !== kind) return [];
  const rest = { ...c };
  for (const name of [place.title, place.start, place.end, "cited_text", place.url ?? "cited_text"]) delete rest[name];
  return [{
    ...rest, type: "citation", source: place.source, ...place.url ? { url: c[place.url] } : {}, title: c[place.title],
    startIndex: Number(c[place.start]), endIndex: Number(c[place.end]), citedText: c.cited_text,
  }];
}

/** Returns an argument of a tool of the server, also from an incomplete input. */
function argument(block: any, name: string): string {
  if (isText(block.input)) return block.input;
  if (isText(block.input?.[name])) return block.input[name];
  try {
    return JSON.parse(block.partial_json)?.[name] || "";
  } catch {
    return "";
  }
}

const result = (name: string, block: any, output: any) =>
  ({ type: "server_tool_call_result", name, toolCallId: block.tool_use_id, status: "success", output });
const output = (name: string) => (block: any) => isText(block.tool_use_id) && isObject(block.content) ? result(name, block, block.content) : undefined;
const serverArguments: Record<string, string> = { web_search: "query", code_execution: "code" };

/** Convert blocks, by type. They return undefined for a block that is not as expected. */
const forms: Record<string, (block: any, message: any) => any> = {
  text(block) {
    if (!isText(block.text)) return undefined;
    const { text, citations, ...rest } = block;
    const annotations = listOf(citations);
    return { ...rest, type: "text", text, ...annotations.length > 0 ? { annotations: annotations.flatMap(citation) } : {} };
  },
  thinking(block) {
    const { thinking, signature, ...rest } = block;
    return isText(thinking) ? { ...rest, type: "reasoning", reasoning: thinking, signature } : undefined;
  },
  tool_use: ({ id, name, input }) => isText(name) && isText(id) ? { type: "tool_call", id, name, args: input } : undefined,
  input_json_delta(_block, message) {
    const chunk = message.tool_call_chunks?.[0];
    return chunk && { type: "tool_call_chunk", id: chunk.id, name: chunk.name, args: chunk.args, index: chunk.index };
  },
  server_tool_use(block) {
    const { id, name } = block;
    if (!isText(id) || !Object.hasOwn(serverArguments, name)) return undefined;
    return { id, type: "server_tool_call", name, args: { [serverArguments[name]]: argument(block, serverArguments[name]) } };
  },
  web_search_tool_result(block) {
    if (!isText(block.tool_use_id) || !Array.isArray(block.content)) return undefined;
    return result("web_search", block, { urls: block.content.filter((c: any) => c?.type === "web_search_result").map((c: any) => c.url) });
  },
  code_execution_tool_result: output("code_execution"),
  mcp_tool_use: ({ id, input }) => ({ id, type: "server_tool_call", name: "mcp_tool_use", args: input }),
  mcp_tool_result: output("mcp_tool_use"),
  container_upload: ({ input }) => ({ type: "server_tool_call", name: "container_upload", args: input }),
  search_result: (block) => ({ id: block.id, ...nonStandard(block) }),
  tool_result: (block) => ({ id: block.id, ...nonStandard(block) }),
  document: anthropicFile,
  image: anthropicFile,
};

export function fromAnthropic(message: any): any[] {
  return contentOf(message).map((block) => {
    const form = isObject(block) && Object.hasOwn(forms, block.type) ? forms[block.type](block, message) : undefined;
    return form ?? nonStandard(block);
  });
}
