// This file is the functional API: task and entrypoint.

/** Generator functions; async ones look like others when they are lowered, but for what they return. */
function isGenerator(f: any): boolean {
  const kind = f?.constructor?.name;
  return kind === "GeneratorFunction" || kind === "AsyncGeneratorFunction" || /^[^{]*\{\s*return __asyncGenerator\(/.test(Function.prototype.toString.call(f));
}

/** A function that runs as a task of its own when a node or an entrypoint calls it. */
export function task(optionsOrName: any, func: (...args: any[]) => any): (...args: any[]) => Promise<any> {
  const options = typeof optionsOrName === "string" ? { name: optionsOrName } : optionsOrName;
  if (isGenerator(func)) throw new Error("Generators are disallowed as tasks. For streaming responses, use config.write.");
  const { name, retry } = options;
  const run = (args: any[]) => func(...args);
  return (...args) => __hitlrun.callTask(name, run, args, { retry });
}
