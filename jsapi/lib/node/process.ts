// This file is node:process: the global process, and its usual parts by name.

const process = (globalThis as any).process || {};
export default process;

export const {
  arch, argv, argv0, availableMemory, binding, chdir, config, constrainedMemory, cpuUsage, cwd, debugPort, dlopen, emitWarning, env, execArgv, execPath, exit, exitCode,
  features, getActiveResourcesInfo, getBuiltinModule, getegid, geteuid, getgid, getgroups, getuid, hasUncaughtExceptionCaptureCallback, hrtime, kill, loadEnvFile,
  memoryUsage, moduleLoadList, nextTick, pid, platform, ppid, release, resourceUsage, setSourceMapsEnabled, setUncaughtExceptionCaptureCallback, sourceMapsEnabled,
  stderr, stdin, stdout, title, umask, uptime, version, versions,
} = process;
