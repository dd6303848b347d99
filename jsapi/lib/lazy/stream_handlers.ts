// This file has the callback handlers for the stream modes "messages" and "tools".
import { BaseCallbackHandler } from "../core/callbacks";
import { AIMessageChunk } from "../core/chunks";

type Push = (chunk: any, nodeRunId?: string) => void;

const isMessage = (v: any): boolean => typeof v?._getType === "function";
const hidden = (tags: any) => !!tags && (tags.includes("langsmith:nostream") || tags.includes("nostream"));

/** Returns the messages in the input or output of a node: the value itself, elements of a list, or values of an object. */
function messagesIn(v: any): any[] {
  if (isMessage(v)) return [v];
  if (Array.isArray(v)) return v.filter(isMessage);
  if (typeof v !== "object" || v === null) return [];
  return Object.values(v).flatMap((x: any) => (isMessage(x) ? [x] : Array.isArray(x) ? x.filter(isMessage) : []));
}

/** What both handlers of messages record: the active runs of nodes and models, and the messages that were reported. */
abstract class NodeMessagesHandler extends BaseCallbackHandler {
  protected about = new Map<string, [string[], any]>(); // namespace and metadata, by run
  protected seen = new Set<string>();

  constructor(protected push: Push) { super(); }

  protected abstract open(runId: string, tags: any, metadata: any, name: string | undefined): void;
  protected abstract close(runId: string): void;

  handleLLMError(_error: any, runId: string) { this.close(runId); }

  handleChainStart(_chain: any, input: any, runId: string, _parent: any, tags: any, metadata: any, _type: any, name: any) {
    if (!metadata || name !== metadata.langgraph_node || tags?.includes("langsmith:hidden")) return;
    this.open(runId, tags, metadata, name);
    for (const m of messagesIn(input)) if (m.id !== undefined) this.seen.add(m.id);
  }

  handleChainError(_error: any, runId: string) { this.close(runId); }
}

/** Reports tokens of models at once, and messages that nodes return. Each message is reported once. */
export class MessagesHandler extends NodeMessagesHandler {
  name = "StreamMessagesHandler";
  lc_prefer_streaming = true;
  private streamed = new Set<string>(); // runs that had tokens
  private ids = new Map<string, string>(); // the id of the message that a run streams

  protected open(runId: string, tags: any, metadata: any, name: string | undefined) {
    const ns = metadata.langgraph_checkpoint_ns ?? metadata.checkpoint_ns;
    if (ns) this.about.set(runId, [ns.split("|"), { tags, name, ...metadata }]);
  }

  protected close(runId: string) {
    this.about.delete(runId);
    this.ids.delete(runId);
    this.streamed.delete(runId);
  }

  private report(runId: string, message: any, inNode: boolean, once: boolean) {
    const [ns, metadata] = this.about.get(runId)!;
    if (once && message.id !== undefined && this.seen.has(message.id)) return;
    let id = message.id;
    if (message._getType() === "tool") id ??= `run-${runId}-tool-${message.tool_call_id}`;
    else {
      if (id == null || id === `run-${runId}`) id = this.ids.get(runId) ?? id ?? `run-${runId}`;
      if (!this.ids.has(runId)) this.ids.set(runId, id);
    }
    if (id !== message.id) {
      message.id = id;
      message.lc_kwargs.id = id;
    }
    this.seen.add(id);
    this.push([ns, "messages", [message, metadata]], inNode ? runId : undefined);
  }

  /** Reports a message that a node passes to pushMessage while it runs. */
  pushed(message: any, metadata: any) {
    this.seen.add(message.id);
    this.push([(metadata.langgraph_checkpoint_ns ?? "").split("|"), "messages", [message, metadata]]);
  }

  handleChatModelStart(_llm: any, _messages: any, runId: string, _parent: any, _extra: any, tags: any, metadata: any, name: any) {
    if (metadata && !hidden(tags)) this.open(runId, tags, metadata, name);
  }

  handleLLMNewToken(token: string, _index: any, runId: string, _parent: any, _tags: any, fields: any) {
    this.streamed.add(runId);
    if (!this.about.has(runId)) return;
    const message = fields?.chunk?.message;
    this.report(runId, isMessage(message) ? message : new AIMessageChunk({ content: token }), false, false);
  }

  handleLLMEnd(output: any, runId: string) {
    const message = output.generations?.[0]?.[0]?.message;
    if (this.about.has(runId) && !this.streamed.has(runId) && isMessage(message)) this.report(runId, message, false, true);
    this.close(runId);
  }

  handleChainEnd(output: any, runId: string) {
    if (this.about.has(runId)) for (const m of messagesIn(output)) {
      this.report(runId, m, true, true);
    }
    this.close(runId);
  }
}

const blocksOf = (content: any): any[] =>
  Array.isArray(content) ? content : typeof content === "string" && content ? [{ type: "text", text: content }] : [];

// Returns a block in the form that its first event has.
function opened(block: any): any {
  if (block.type === "text") return { type: "text", text: "" };
  if (block.type === "reasoning") return { type: "reasoning", reasoning: "" };
  if (block.type !== "tool_call" && block.type !== "tool_call_chunk") return block;
  return { type: "tool_call_chunk", ...(block.id != null ? { id: block.id } : {}), ...(block.name != null ? { name: block.name } : {}), args: "" };
}

function filled(block: any, index: number): any {
  if (block.type === "text" && block.text) return { type: "text-delta", text: block.text };
  if (block.type === "reasoning" && block.reasoning) return { type: "reasoning-delta", reasoning: block.reasoning };
  return block.type === "tool_call_chunk" ? { type: "block-delta", fields: { ...block, index, type: "tool_call_chunk" } } : undefined;
}

/** Reports messages as events of the streaming protocol: those of models part by part, others as a whole. */
export class ProtocolMessagesHandler extends NodeMessagesHandler {
  name = "StreamProtocolMessagesHandler";
  lc_prefer_chat_model_stream_events = true;
  awaitHandlers = true;
  private ids = new Map<string, string>(); // ids of messages that models stream, by run

  protected open(runId: string, tags: any, metadata: any, name: any) {
    this.about.set(runId, [metadata.langgraph_checkpoint_ns.split("|"), { tags, name, ...metadata }]);
  }

  protected close(runId: string) {
    this.about.delete(runId);
    this.ids.delete(runId);
  }

  private report(runId: string, data: any, inNode: boolean) {
    const [ns, metadata] = this.about.get(runId)!;
    this.push([ns, "messages", [data, { ...metadata, run_id: runId }]], inNode ? runId : undefined);
  }

  private whole(runId: string, message: any, inNode: boolean) {
    if (message.id != null && this.seen.has(message.id)) return;
    if (message.id == null) message.id = message.lc_kwargs.id = `run-${runId}`;
    this.events(message, (data) => this.report(runId, data, inNode));
  }

  /** Reports a message that a node passes to pushMessage while it runs. */
  pushed(message: any, metadata: any) {
    this.events(message, (data) => this.push([(metadata.langgraph_checkpoint_ns ?? "").split("|"), "messages", [data, metadata]]));
  }

  private events(message: any, report: (data: any) => void) {
    this.seen.add(message.id);
    const type = message._getType();
    const role = ["human", "system", "tool"].includes(type) ? type : undefined;
    const call = role === "tool" && typeof message.tool_call_id === "string" ? { tool_call_id: message.tool_call_id } : {};
    report({ event: "message-start", id: message.id, ...(role ? { role } : {}), ...call });
    for (const [offset, block] of blocksOf(message.content).entries()) {
      const index = typeof block.index === "number" ? block.index : offset;
      const delta = filled(block, index);
      report({ event: "content-block-start", index, content: opened(block) });
      if (delta) report({ event: "content-block-delta", index, delta });
      report({ event: "content-block-finish", index, content: block });
    }
    const { usage_metadata: usage, response_metadata: responseMetadata } = message;
    report({ event: "message-finish", ...(usage != null ? { usage } : {}), ...(responseMetadata != null ? { responseMetadata } : {}) });
  }

  handleChatModelStart(_llm: any, _messages: any, runId: string, _parent: any, _extra: any, tags: any, metadata: any, name: any) {
    if (metadata?.langgraph_checkpoint_ns && !hidden(tags)) this.open(runId, tags, metadata, name);
  }

  handleChatModelStreamEvent(event: any, runId: string) {
    if (!this.about.has(runId)) return;
    if (event.event !== "message-start") return this.report(runId, event, false);
    const id = event.id ?? `run-${runId}`;
    this.seen.add(id);
    this.ids.set(runId, id);
    this.report(runId, event.id == null ? { ...event, id } : event, false);
  }

  handleLLMEnd(output: any, runId: string) {
    const message = output.generations?.[0]?.[0]?.message;
    if (this.about.has(runId) && isMessage(message)) {
      if (!this.ids.has(runId)) this.whole(runId, message, false);
      else this.seen.add(message.id ?? this.ids.get(runId));
    }
    this.close(runId);
  }

  handleChainEnd(output: any, runId: string) {
    if (this.about.has(runId)) for (const m of messagesIn(output)) if (m._getType() !== "tool") this.whole(runId, m, true);
    this.close(runId);
  }
}

/** Reports the starts, events and ends of tools. */
export class ToolsHandler extends BaseCallbackHandler {
  name = "StreamToolsHandler";
  awaitHandlers = true;
  private runs = new Map<string, { ns: string[]; toolCallId: any; name: string }>();

  constructor(private push: Push) { super(); }

  private report(event: string, runId: string, data: any) {
    const run = this.runs.get(runId);
    if (run) this.push([run.ns, "tools", { event, toolCallId: run.toolCallId, name: run.name, ...data }]);
  }

  private last(event: string, runId: string, data: any) {
    this.report(event, runId, data);
    this.runs.delete(runId);
  }

  handleToolStart(_tool: any, input: any, runId: string, _parent: any, tags: any, metadata: any, runName: any, toolCallId: any) {
    if (!metadata || tags?.includes("langsmith:hidden")) return;
    this.runs.set(runId, { ns: metadata.langgraph_checkpoint_ns?.split("|") ?? [], toolCallId, name: runName ?? "unknown" });
    this.report("on_tool_start", runId, { input });
  }

  handleToolEvent(chunk: any, runId: string) { this.report("on_tool_event", runId, { data: chunk }); }
  handleToolEnd(output: any, runId: string) { this.last("on_tool_end", runId, { output }); }
  handleToolError(error: any, runId: string) { this.last("on_tool_error", runId, { error }); }
}
