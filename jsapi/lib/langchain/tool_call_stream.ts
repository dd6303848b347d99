// This file makes a stream of an agent's tool calls from the events of its run. It is loaded when an agent is streamed.

import { ToolMessage } from "@langchain/core/messages";
import { StreamChannel } from "../langgraph/stream_channel";
import { hasPrefix } from "../langgraph/transformers";

/** Settles the promises of a call. */
interface Pending { finish(output: any): void; fail(error: any, message: string): void }

/** Reports whether an event is of the graph at path or of its nodes, and not of a graph inside of them. */
const isOwn = (ns: string[], path: string[]) => hasPrefix(ns, path) && ns.length <= path.length + 1;

/** Reports whether the error of a tool is a question, and not a failure. */
function isQuestion(message: string): boolean {
  try {
    const list = JSON.parse(message);
    return Array.isArray(list) && list.length > 0 && list.every((i) => typeof i?.id === "string" && "value" in i);
  } catch {
    return false;
  }
}

/** Returns what a tool returned. Of a message, also a serialized one, it is the content. */
function contentOf(output: any): any {
  if ((ToolMessage as any).isInstance(output)) return output.content;
  const serialized = output?.type === "constructor" && Array.isArray(output.id) && output.id.at(-1) === "ToolMessage";
  return serialized ? output.kwargs?.content : output;
}

export function toolCallTransformer(path: string[]): any {
  const log = StreamChannel.local<any>();
  const pending = new Map<string, Pending>();

  function begin(callId: string, name: string, given: any) {
    if (pending.has(callId)) return;
    let settle: any;
    const output = new Promise((resolve, reject) => settle = { resolve, reject });
    output.catch(() => {}); // a script need not read it
    let status: any, error: any;
    log.push({
      name, callId, input: typeof given === "string" ? JSON.parse(given) : given, output,
      status: new Promise((resolve) => status = resolve), error: new Promise((resolve) => error = resolve),
    });
    pending.set(callId, {
      finish(value) {
        settle.resolve(value);
        status("finished");
        error(undefined);
      },
      fail(e, message) {
        settle.reject(e);
        status("error");
        error(message);
      },
    });
  }

  function tool(data: any) {
    const id = data.tool_call_id;
    if (data.event === "tool-started") begin(id, data.tool_name ?? "unknown", data.input);
    const call = id ? pending.get(id) : undefined;
    if (data.event === "tool-finished") call?.finish(contentOf(data.output));
    else if (data.event === "tool-error") {
      const message = data.message ?? "unknown error";
      if (isQuestion(message)) return;
      call?.fail(new Error(message), message);
    } else return;
    pending.delete(id);
  }

  return {
    __native: true,
    init: () => ({ toolCalls: log }),
    process({ method, params: { namespace, data } }: any) {
      if (!isOwn(namespace, path)) return true;
      const block = method === "messages" && data.event === "content-block-finish" ? data.contentBlock ?? data.content_block : undefined;
      if (block?.type === "tool_call") begin(String(block.id ?? ""), String(block.name ?? ""), block.args ?? block.input);
      if (method === "tools") tool(data);
      return true;
    },
    finalize() {
      for (const call of pending.values()) call.finish(undefined);
      pending.clear();
      log.close();
    },
    fail(e: any) {
      for (const call of pending.values()) call.fail(e, e instanceof Error ? e.message : String(e));
      pending.clear();
      log.fail(e);
    },
  };
}
