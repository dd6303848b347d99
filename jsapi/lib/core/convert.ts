// This file makes messages from values that describe one: strings, tuples, fields with a role, stored messages.
import {
  AIMessage,
  BaseMessage,
  ChatMessage,
  FunctionMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
  isBaseMessage,
} from "./message";

export type BaseMessageLike =
  BaseMessage | string | [string, any] | { role: string; content: any; [key: string]: any } | { [key: string]: any };
export type StoredMessage = { type: string; data: any };

// Returns a tool call in OpenAI's form as one in ours.
function toolCall(c: any): any {
  const fn = c && c.function;
  if (!fn || c.type !== "function" || typeof c.id !== "string" || typeof fn.arguments !== "string" || typeof fn.name !== "string") return c;
  return { id: c.id, args: JSON.parse(fn.arguments), name: fn.name, type: "tool_call" };
}

// Returns the fields of an AI message with its tool calls in our form, as the last field.
function withCalls({ tool_calls, ...rest }: any): any {
  return Array.isArray(tool_calls)
    ? { ...rest, tool_calls: tool_calls.map(toolCall) }
    : tool_calls === undefined
      ? rest
      : { ...rest, tool_calls };
}

const roles: any = { Human: "user", AI: "assistant", System: "system", Function: "function", Tool: "tool" };

function construct(params: any): BaseMessage {
  let { type, ...rest } = params;
  if (params.lc === 1 && Array.isArray(params.id) && params.kwargs && typeof params.kwargs === "object") {
    type = roles[params.id[params.id.length - 1].replace(/Message(Chunk)?$/, "")] || "unknown";
    rest = params.kwargs;
  }
  switch (type) {
    case "human":
    case "user":
      return new HumanMessage(rest);
    case "ai":
    case "assistant":
      return new AIMessage(withCalls(rest));
    case "system":
      return new SystemMessage(rest);
    case "developer":
      return new SystemMessage({ ...rest, additional_kwargs: { ...rest.additional_kwargs, __openai_role__: "developer" } });
    case "tool":
      if ("tool_call_id" in rest) return new ToolMessage({ ...rest, name: rest.name });
      break;
    case "remove":
      if (typeof rest.id === "string") return new RemoveMessage(rest);
  }
  const code = "MESSAGE_COERCION_FAILURE";
  const e: any = new Error(
    `Unable to coerce message from array: only human, AI, system, developer, or tool message coercion is currently supported.\n\nReceived: ${JSON.stringify(params, null, 2)}\n\nTroubleshooting URL: https://docs.langchain.com/oss/javascript/langchain/errors/${code}/\n`,
  );
  e.lc_error_code = code;
  throw e;
}

/** Returns the message that v is or describes. */
export function coerceMessageLikeToMessage(v: any): BaseMessage {
  if (typeof v === "string") return new HumanMessage(v);
  if (isBaseMessage(v)) return v;
  if (Array.isArray(v)) return construct({ type: v[0], content: v[1] });
  if (typeof v.role !== "string") return construct(v);
  const { role, ...rest } = v;
  return construct({ ...rest, type: role });
}

const placeholders: any = { image: "image", image_url: "image", audio: "audio", input_audio: "audio", video: "video", file: "file" };
const unseen = /^(reasoning|(invalid_|server_)?tool_call(_chunk|_result)?|non_standard)$/;

function blockText(b: any): string {
  if (typeof b === "string") return b;
  if (b.type === "text" || b.type === "text-plain") return b.text ?? (b.type === "text" ? "" : "[text-plain file]");
  return !b.type || unseen.test(b.type) ? "" : `[${placeholders[b.type] || b.type}]`;
}

/** Returns a conversation as text, with one line for each message. */
export function getBufferString(messages: any[], human = "Human", ai = "AI"): string {
  const names: any = { human, ai, system: "System", tool: "Tool" };
  const short = (id: any) => (id && id.length > 64 ? id.slice(0, 64) + "..." : id);
  return messages
    .map((m) => {
      const role = m.type === "generic" ? m.role : names[m.type];
      if (role === undefined) throw new Error(`Got unsupported message type: ${m.type}`);
      const content = typeof m.content === "string" ? m.content : Array.isArray(m.content) ? m.content.map(blockText).join("") : "";
      let calls: any;
      if (m.type === "ai") {
        if (m.tool_calls && m.tool_calls.length)
          calls = m.tool_calls.map((c: any) => (short(c.id) === c.id ? c : { ...c, id: short(c.id) }));
        else if (m.additional_kwargs) calls = m.additional_kwargs.function_call;
      }
      return `${role}: ${m.name ? m.name + ", " : ""}${content}${calls === undefined ? "" : JSON.stringify(calls)}`;
    })
    .join("\n");
}

export function mapStoredMessageToChatMessage(stored: any): BaseMessage {
  const { type, text: content, role } = stored;
  const data = stored.data !== undefined ? stored.data : { content, role, name: undefined, tool_call_id: undefined };
  const need = (key: string, what: string) => {
    if (data[key] === undefined) throw new Error(`${what} messages`);
    return data;
  };
  switch (type) {
    case "human":
      return new HumanMessage(data);
    case "ai":
      return new AIMessage(data);
    case "system":
      return new SystemMessage(data);
    case "function":
      return new FunctionMessage(need("name", "Name must be defined for function"));
    case "tool":
      return new ToolMessage(need("tool_call_id", "Tool call ID must be defined for tool"));
    case "generic":
      return new ChatMessage(need("role", "Role must be defined for chat"));
  }
  throw new Error(`Got unexpected type: ${type}`);
}
export const mapStoredMessagesToChatMessages = (list: StoredMessage[]): BaseMessage[] => list.map(mapStoredMessageToChatMessage);
export const mapChatMessagesToStoredMessages = (list: BaseMessage[]): StoredMessage[] => list.map((m) => m.toDict());
