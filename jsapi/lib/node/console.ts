// This file is node:console: the global console.
const it: any = (globalThis as any).console || {};
export const {
  log, info, warn, error, debug, dir, dirxml, table, trace, assert, count, countReset, group, groupCollapsed, groupEnd, time, timeEnd, timeLog,
} = it;

/** A console that writes to streams of the script. */
export class Console {
  constructor(stdout: any, stderr?: any) {
    const { util } = __hitlrun.node;
    const options = stdout && typeof stdout.write !== "function" ? stdout : { stdout, stderr };
    const out = options.stdout;
    const err = options.stderr || out;
    let indent = "";
    const to = (stream: any) => (...args: any[]) => {
      stream.write(`${util.format(...args).replace(/^/gm, indent)}\n`);
    };
    const self: any = this;
    for (const name of Object.keys(it)) self[name] = it[name];
    self.log = self.info = self.debug = to(out);
    self.error = self.warn = to(err);
    self.dir = (value: any, opts?: any) => self.log(util.inspect(value, { customInspect: false, ...opts }));
    self.group = (...args: any[]) => {
      if (args.length > 0) self.log(...args);
      indent += "  ";
    };
    self.groupEnd = () => {
      indent = indent.slice(2);
    };
  }
}
export default Object.assign(Object.create(it), { Console });
