// This file reads the options of nodes: timeouts, retries, error handlers, and their defaults.

export const DEFAULT_HANDLER = "__default_error_handler__";

export interface NodeDefaults { retryPolicy?: any; cachePolicy?: any; timeout?: any; errorHandler?: any }

function positive(value: any, field: string) {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !(value > 0)) throw new Error(`${field} must be greater than 0`);
  return value;
}

/** Returns a timeout as { runTimeout, idleTimeout, refreshOn }, in milliseconds, or undefined for none. A number is a runTimeout. */
export function coerceTimeout(value: any) {
  if (value === undefined || value === null) return undefined;
  const policy = typeof value === "number" ? { runTimeout: value } : value;
  const refreshOn = policy.refreshOn ?? "auto";
  if (refreshOn !== "auto" && refreshOn !== "heartbeat") throw new Error('refreshOn must be "auto" or "heartbeat"');
  const runTimeout = positive(policy.runTimeout, "runTimeout");
  const idleTimeout = positive(policy.idleTimeout, "idleTimeout");
  return runTimeout === undefined && idleTimeout === undefined ? undefined : { runTimeout, idleTimeout, refreshOn };
}

/** Returns a cache policy. true means the default policy; false and undefined mean none. */
export function coerceCache(value: any) { return value === true ? {} : value || undefined; }

function handlerNode(name: string, handle: any, read: any) {
  const fn = (state: any, config: any) => handle(state, __hitlrun.nodeError(), config);
  return { name, fn, action: fn, read, options: {}, handler: true };
}

/** Adds a node that handles the errors of another node, if the options of that node have a handler. */
export function addHandler(nodes: Record<string, any>, name: string, options: any, read: any) {
  coerceTimeout(options?.timeout);
  if (options?.errorHandler === undefined) return;
  const handler = `__error_handler__${name}`;
  if (handler in nodes) {
    throw new Error(`Cannot add error handler to node \`${name}\`: the reserved name \`${handler}\` is already in use. StateGraph registers \`__error_handler__<nodeName>\` when you pass \`errorHandler\` in addNode options. Remove or rename the existing node with that name (for example, you may have added it manually).`);
  }
  nodes[handler] = handlerNode(handler, options.errorHandler, read);
}

export function readDefaults(to: NodeDefaults, defaults: any) {
  if (defaults.retryPolicy !== undefined) to.retryPolicy = defaults.retryPolicy;
  if (defaults.cachePolicy !== undefined) to.cachePolicy = coerceCache(defaults.cachePolicy);
  if (defaults.timeout !== undefined) to.timeout = coerceTimeout(defaults.timeout);
  if (defaults.errorHandler !== undefined) to.errorHandler = defaults.errorHandler;
}

/** Returns the node that handles errors of all nodes without a handler of their own, or undefined. */
export function defaultHandler(nodes: Record<string, any>, defaults: NodeDefaults, read: any): any {
  if (defaults.errorHandler === undefined) return undefined;
  if (DEFAULT_HANDLER in nodes) {
    throw new Error(`Cannot apply a default error handler: the reserved node name \`${DEFAULT_HANDLER}\` is already in use. setNodeDefaults({ errorHandler }) registers a node with that name; rename the conflicting node.`);
  }
  return handlerNode(DEFAULT_HANDLER, defaults.errorHandler, read);
}

/** Returns the settings of a node for the compiled graph, from its options and the defaults. */
export function nodeSettings(node: any, defaults: NodeDefaults) {
  const o = node.options ?? {};
  const settings = { retry: o.retryPolicy ?? defaults.retryPolicy, timeout: coerceTimeout(o.timeout) ?? defaults.timeout, defer: o.defer, metadata: o.metadata, effects: o.effects };
  if (node.handler) return { ...settings, handler: true };
  const own = o.errorHandler === undefined ? undefined : `__error_handler__${node.name}`;
  return {
    ...settings,
    cache: o.cachePolicy === undefined ? defaults.cachePolicy : coerceCache(o.cachePolicy),
    errorHandler: own ?? (defaults.errorHandler && DEFAULT_HANDLER),
  };
}
