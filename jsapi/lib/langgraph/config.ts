// This file has what a node can call while it runs: interrupt, and functions that return the config and the writer.

/** Asks a question. Returns the answer if there is one, else pauses the graph. */
export function interrupt(value?: any, options?: any): any { return __hitlrun.interrupt(value, options); }

export function getConfig(): any { return __hitlrun.currentConfig(); }

function configOf(config: any, name: string) {
  const c = config ?? __hitlrun.currentConfig();
  if (c === undefined) {
    throw new Error([
      "Config not retrievable. This is likely because you are running in an environment without support for AsyncLocalStorage.",
      `If you're running \`${name}\` in such environment, pass the \`config\` from the node function directly.`,
    ].join("\n"));
  }
  return c;
}

export function getStore(config?: any): any { return configOf(config, "getStore").store; }

export function getWriter(config?: any): any {
  const c = configOf(config, "getWriter");
  return c.writer || c.configurable?.writer;
}

export function writer(chunk: any): void {
  const c = __hitlrun.currentConfig();
  if (!c) throw new Error("Called interrupt() outside the context of a graph.");
  c.configurable?.writer?.(chunk);
}

export function getCurrentTaskInput(config?: any): any {
  configOf(config, "getCurrentTaskInput");
  return __hitlrun.taskInput();
}
