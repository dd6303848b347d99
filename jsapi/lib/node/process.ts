// This file is node:process: the global process, and its usual parts by name.

const process = (globalThis as any).process || {};
export default process;

export const {
  arch, argv, argv0, chdir, cwd, emitWarning, env, execArgv, execPath, exit, exitCode, getBuiltinModule, hrtime, memoryUsage, nextTick, pid, platform, stderr, stdin,
  stdout, umask, uptime, version, versions,
} = process;
