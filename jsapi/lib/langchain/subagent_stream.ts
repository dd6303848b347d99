// This file makes a stream of the named agents that run in tools of an agent. It is loaded when an agent is streamed.

import { StreamChannel } from "../langgraph/stream_channel";
import { createMessagesTransformer, hasPrefix, nsKey } from "../langgraph/transformers";
import { toolCallTransformer } from "./tool_call_stream";

const isRecord = (v: any) => typeof v === "object" && v !== null && !Array.isArray(v);

/** One agent that runs at path, with the streams of its events and a promise of its result. */
class Subagent {
  handle: any;
  private transformers: any[];
  private latest: any;
  private done = false;
  declare private settle: { resolve(v: any): void; reject(e: any): void };

  constructor(private path: string[], private name: string, cause: any) {
    const output = new Promise((resolve, reject) => this.settle = { resolve, reject });
    output.catch(() => {}); // a script need not read it
    this.transformers = [createMessagesTransformer(path), toolCallTransformer(path), subagentTransformer(path)];
    this.handle = { name, cause, output, ...Object.assign({}, ...this.transformers.map((t) => t.init())) };
  }

  process(event: any) {
    const { namespace, data } = event.params;
    if (this.done || !hasPrefix(namespace, this.path)) return;
    for (const t of this.transformers) t.process(event);
    if (namespace.length !== this.path.length || !isRecord(data)) return;
    if (event.method === "values") this.latest = data;
    else if (event.method !== "lifecycle") return;
    else if (data.event === "failed") this.end(new Error(`Subagent ${this.name} failed`));
    else if (data.event === "completed" || data.event === "interrupted") this.end();
  }

  end(error?: any) {
    if (this.done) return;
    this.done = true;
    if (error === undefined) this.settle.resolve(this.latest);
    else this.settle.reject(error);
    for (const t of this.transformers) t.finalize();
  }
}

/** Returns the first tool call in the input of a task. */
function callOf(input: any): any {
  if (isRecord(input) && isRecord(input.tool_call)) return input.tool_call.id;
  return Array.isArray(input) ? input.find((call) => typeof call?.id === "string")?.id : undefined;
}

export function subagentTransformer(path: string[]): any {
  const log = StreamChannel.local<any>();
  const names = new Map<string, any>(); // lc_agent_name of the first task, by namespace
  const calls = new Map<string, string>(); // by the id of the task that has the call as its input
  const started = new Map<string, string>(); // the tool that started last, by namespace
  const agents = new Map<string, Subagent>();

  function causeOf(ns: string[]): any {
    const id = started.get(nsKey(ns)) || calls.get(ns[ns.length - 1].split(":").slice(1).join(":"));
    return id ? { type: "toolCall", tool_call_id: id } : undefined;
  }

  function task(ns: string[], data: any) {
    const key = nsKey(ns);
    if (!names.has(key)) names.set(key, isRecord(data) ? data.metadata?.lc_agent_name : undefined);
    const call = isRecord(data) && typeof data.id === "string" ? callOf(data.input) : undefined;
    if (typeof call === "string") calls.set(data.id, call);
    const name = names.get(key);
    if (ns.length !== path.length + 1 || !hasPrefix(ns, path) || agents.has(key) || typeof name !== "string" || name === "") return;
    const agent = new Subagent(ns, name, causeOf(ns));
    agents.set(key, agent);
    log.push(agent.handle);
  }

  return {
    __native: true,
    init: () => ({ subagents: log }),
    process(event: any) {
      const { method, params: { namespace, data } } = event;
      if (method === "tools" && data?.event === "tool-started" && data.tool_call_id) started.set(nsKey(namespace), data.tool_call_id);
      if (method === "tasks" && !(isRecord(data) && "result" in data)) task(namespace, data);
      for (const agent of agents.values()) agent.process(event);
      return true;
    },
    finalize() {
      for (const agent of agents.values()) agent.end();
      log.close();
    },
    fail(e: any) {
      for (const agent of agents.values()) agent.end(e);
      log.fail(e);
    },
  };
}
