// This file adds events to a run that say when graphs and nodes start and end.

import { StreamChannel } from "./stream_channel";
import { hasPrefix, nsKey, picked } from "./transformers";

interface Known { namespace: string[]; graphName: string; status?: string }
/** An end that is reported before the event that follows it. */
interface Ending { namespace: string[]; parent?: string[]; node?: string }

const isRecord = (v: any) => typeof v === "object" && v !== null && !Array.isArray(v);
const lastPart = (ns: string[]) => ns[ns.length - 1];

/** Returns the entries about graphs and nodes at path and below. */
export function filterLifecycleEntries(log: StreamChannel<any>, path: string[], startAt = 0) {
  return picked(log, startAt, (entry) => hasPrefix(entry.namespace, path), (entry) => entry);
}

function errorText(e: any): string {
  if (e instanceof Error) return e.message;
  if (typeof e === "string") return e;
  try {
    return JSON.stringify(e);
  } catch {
    return String(e);
  }
}

/** Returns the task whose result a chunk reports. The result ends what ran in the task. */
function resultOf(data: any): { name: string; id: string } | undefined {
  const is = isRecord(data) && "result" in data && typeof data.name === "string" && typeof data.id === "string" && !data.name.startsWith("__");
  return is ? data : undefined;
}

function toolCallOf(input: any): string | undefined {
  if (isRecord(input) && isRecord(input.tool_call)) return typeof input.tool_call.id === "string" ? input.tool_call.id : undefined;
  return Array.isArray(input) ? input.find((call) => isRecord(call) && typeof call.id === "string")?.id : undefined;
}

export function createLifecycleTransformer(options: any = {}) {
  const { rootGraphName = "root", initialStatus = "running", emitRootOnRegister = true } = options;
  const guess = options.getGraphName ?? ((ns: string[]) => (ns.length ? lastPart(ns).split(":")[0] : rootGraphName));
  const log = StreamChannel.local<any>();
  const known = new Map<string, Known>();
  const causes = new Map<string, any>(); // by namespace; from the events of other runs
  const agents = new Map<string, string | undefined>(); // lc_agent_name, by namespace
  const toolCalls = new Map<string, string>(); // by task
  const asked = new Set<string>(); // questions without an answer
  let endings: Ending[] = [];
  let emitter: any;
  let ownEvents = 0;
  let over = false;

  const nameOf = (ns: string[]) => (ns.length ? agents.get(nsKey(ns)) || guess(ns) : rootGraphName);

  function report(ns: string[], status: string, more: any = {}) {
    let record = known.get(nsKey(ns));
    if (record?.status === status && more.error == null) return;
    if (!record) known.set(nsKey(ns), record = { namespace: ns, graphName: nameOf(ns) });
    record.status = status;
    const data = {
      event: status, graph_name: record.graphName,
      ...(more.cause != null ? { cause: more.cause } : {}), ...(more.error != null ? { error: more.error } : {}),
    };
    const timestamp = Date.now();
    log.push({ namespace: ns, timestamp, ...data });
    if (ns.length === 0 && !emitRootOnRegister || !emitter) return;
    ownEvents++;
    try {
      emitter.push(ns, { type: "event", seq: 0, method: "lifecycle", params: { namespace: ns, timestamp, data } });
    } finally {
      ownEvents--;
    }
  }

  /** Returns why a graph runs, if known: the tool call of a model. */
  function causeOf(ns: string[]) {
    const given = causes.get(nsKey(ns));
    if (given) return given;
    const id = agents.get(nsKey(ns)) ? toolCalls.get(lastPart(ns).split(":").slice(1).join(":")) : undefined;
    return id ? { type: "toolCall", tool_call_id: id } : undefined;
  }

  function started(ns: string[]) {
    for (let n = 1; n <= ns.length; n++) {
      const prefix = ns.slice(0, n);
      if (!known.has(nsKey(prefix))) report(prefix, "started", { cause: causeOf(prefix) });
    }
  }

  const runs = (ns: string[]) => known.get(nsKey(ns))?.status === "started";

  function flush() {
    const due = endings;
    endings = [];
    for (const { namespace } of due) if (runs(namespace)) report(namespace, "completed");
  }

  function endsNext(ending: Ending) {
    if (runs(ending.namespace) && !endings.some((e) => nsKey(e.namespace) === nsKey(ending.namespace))) endings.push(ending);
  }

  function childOf(parent: string[], node: string): string[] | undefined {
    for (const { namespace, status } of known.values()) {
      const below = status === "started" && namespace.length === parent.length + 1 && hasPrefix(namespace, parent);
      if (below && lastPart(namespace).split(":")[0] === node) return namespace;
    }
    return undefined;
  }

  const usual = () => (asked.size > 0 ? "interrupted" : "completed");

  function endAll(status: string, error?: string) {
    for (const { namespace, status: now } of [...known.values()]) if (namespace.length && now === "started") report(namespace, status);
    report([], status, { error });
  }

  function end(status: string) {
    endAll(status);
    log.close();
  }

  function learn(ns: string[], data: any) {
    const name = isRecord(data) && isRecord(data.metadata) ? data.metadata.lc_agent_name : undefined;
    if (!agents.has(nsKey(ns))) agents.set(nsKey(ns), typeof name === "string" ? name : undefined);
    const id = isRecord(data) && typeof data.id === "string" ? toolCallOf(data.input) : undefined;
    if (id !== undefined) toolCalls.set(data.id, id);
  }

  return {
    __native: true,
    init: () => ({ _lifecycleLog: log, lifecycle: filterLifecycleEntries(log, [], 0) }),
    onRegister(handle: any) {
      emitter = handle;
      known.set("", { namespace: [], graphName: nameOf([]) });
      if (emitRootOnRegister) report([], initialStatus);
    },
    process({ method, params }: any) {
      if (ownEvents > 0) return true;
      const { namespace: ns, data } = params;
      const result = method === "tasks" ? resultOf(data) : undefined;
      if (result) endings = endings.filter((e) => !(e.node === result.name && nsKey(e.parent!) === nsKey(ns)));
      else if (method === "tasks") learn(ns, data);
      flush();
      if (method === "lifecycle") {
        if (isRecord(data) && data.event === "started" && isRecord(data.cause) && typeof data.cause.type === "string") causes.set(nsKey(ns), data.cause);
        started(ns);
        return false;
      }
      started(ns);
      if (method === "input" && isRecord(data) && data.event === "requested" && typeof data.id === "string") asked.add(data.id);
      if (result) endsNext({ namespace: [...ns, `${result.name}:${result.id}`] });
      if (method === "updates" && typeof params.node === "string" && !params.node.startsWith("__")) {
        const namespace = childOf(ns, params.node);
        if (namespace) endsNext({ namespace, parent: ns, node: params.node });
      }
      return true;
    },
    finalize() {
      if (over) return undefined;
      over = true;
      flush();
      if (!options.getTerminalStatusOverride) return end(usual());
      const status = async () => await options.getTerminalStatusOverride();
      return status().then((s) => s ?? usual(), usual).then(end).catch((e) => log.fail(e));
    },
    fail(e: any) {
      if (over) return;
      over = true;
      endAll("failed", (options.serializeError ?? errorText)(e));
      log.fail(e);
    },
  };
}
