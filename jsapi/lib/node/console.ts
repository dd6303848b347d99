// This file is node:console: the global console.
const it: any = (globalThis as any).console || {};
export const {
  log, info, warn, error, debug, dir, dirxml, table, trace, assert, clear, count, countReset, group, groupCollapsed, groupEnd, time, timeEnd, timeLog,
  profile, profileEnd, timeStamp,
} = it;

/** A console that writes to streams of the script. */
export function Console(this: any, stdout: any, stderr?: any): any {
  if (!new.target) return new (Console as any)(stdout, stderr);
  const { util } = __hitlrun.node;
  const options = stdout && typeof stdout.write !== "function" ? stdout : { stdout, stderr };
  const out = options.stdout;
  const err = options.stderr || out;
  let indent = "";
  const to = (stream: any) => (...args: any[]) => {
    stream.write(`${util.format(...args).replace(/^/gm, indent)}\n`);
  };
  for (const name of Object.keys(it)) this[name] = it[name];
  this.log = this.info = this.debug = to(out);
  this.error = this.warn = to(err);
  this.dir = (value: any, opts?: any) => this.log(util.inspect(value, { customInspect: false, ...opts }));
  this.group = (...args: any[]) => {
    if (args.length > 0) this.log(...args);
    indent += "  ";
  };
  this.groupEnd = () => {
    indent = indent.slice(2);
  };
}
export default Object.assign(Object.create(it), { Console });
