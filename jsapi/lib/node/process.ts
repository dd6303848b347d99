// node:process: the global process, and its usual parts by name.

const process = (globalThis as any).process || {};
export default process;

export const {
  arch, argv, argv0, cwd, emitWarning, env, execArgv, exit, hrtime, memoryUsage, nextTick, off, on, once, pid, platform, stderr, stdin,
  stdout, uptime, version, versions,
} = process;
