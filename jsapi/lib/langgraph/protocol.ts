// This file makes events of the streaming protocol from the chunks of a run.

export const STREAM_EVENTS_V3_MODES = ["values", "updates", "messages", "tools", "custom", "tasks"];

const isObject = (v: any) => typeof v === "object" && v !== null;

/** Reports whether v has nothing but the checkpoint at which the values after it were current. */
export function isCheckpointEnvelope(v: any): boolean {
  return isObject(v) && typeof v.id === "string" && ("source" in v || typeof v.step === "number") && !("values" in v) && !("config" in v);
}

function message(payload: any): { data: any; node?: string } {
  if (!Array.isArray(payload) || payload.length !== 2 || !isObject(payload[1])) return { data: payload };
  const [data, { langgraph_node: node, run_id: runId }] = payload;
  const named = typeof runId === "string" && isObject(data);
  return { data: named ? { ...data, run_id: runId } : data, node: typeof node === "string" ? node : undefined };
}

function tool(p: any) {
  if (!isObject(p)) return { event: "tool-error", tool_call_id: "", message: "Unexpected tools payload shape" };
  const tool_call_id = String(p.toolCallId ?? "");
  switch (p.event) {
    case "on_tool_start":
      return { event: "tool-started", tool_call_id, tool_name: String(p.name ?? "unknown"), input: p.input };
    case "on_tool_event":
      return { event: "tool-output-delta", tool_call_id, delta: typeof p.data === "string" ? p.data : JSON.stringify(p.data ?? "") };
    case "on_tool_end":
      return { event: "tool-finished", tool_call_id, output: p.output };
    case "on_tool_error": {
      const e = p.error;
      return { event: "tool-error", tool_call_id, message: isObject(e) && typeof e.message === "string" ? e.message : String(e ?? "unknown error") };
    }
  }
  return { event: "tool-error", tool_call_id: "", message: `Unknown tool event: ${String(p.event)}` };
}

function update(payload: any): { node?: string; values: any } {
  const [first] = isObject(payload) ? Object.entries<any>(payload) : [];
  if (!first) return { values: {} };
  return { node: first[0], values: isObject(first[1]) ? first[1] : { value: first[1] } };
}

/** Returns the events for a chunk: one or none. */
export function convertToProtocolEvent({ namespace, mode, payload, seq }: any): any[] {
  const event = (data: any, node?: string) => {
    const params = { namespace, timestamp: Date.now(), ...(node ? { node } : {}), data };
    return [{ type: "event", seq, method: mode, params }];
  };
  switch (mode) {
    case "messages": {
      const { data, node } = message(payload);
      return event(data, node);
    }
    case "updates": {
      const data = update(payload);
      return event(data, data.node);
    }
    case "tools":
      return event(tool(payload));
    case "checkpoints":
      return isCheckpointEnvelope(payload) ? event(payload) : [];
    case "custom":
      return event(isObject(payload) && !Array.isArray(payload) && "name" in payload ? payload : { payload });
    case "values":
    case "tasks":
      return event(payload);
  }
  return [];
}
