// This file is node:os, without what a script may not know.
import { dlopen, errno, priority, signals } from "./os_constants";

const { os } = __hitlrun.node;
const process = (globalThis as any).process || {};
const windows = process.platform === "win32";

export const EOL = windows ? "\r\n" : "\n";
export const devNull = windows ? "\\\\.\\nul" : "/dev/null";
export const platform = (): string => process.platform;
export const arch = (): string => process.arch;
export const machine = (): string => ({ x64: "x86_64", arm64: "aarch64" } as any)[process.arch] || process.arch;
export const tmpdir = (): string => {
  const [names, usual] = windows ? [["TEMP", "TMP"], "C:\\Windows\\Temp"] : [["TMPDIR", "TMP", "TEMP"], "/tmp"];
  const dir = names.map(os.getenv).find((value) => value) || usual;
  return dir.length > 1 && !windows ? dir.replace(/\/$/, "") : dir;
};
export const homedir = (): string => os.getenv(windows ? "USERPROFILE" : "HOME") || os.homedir();
export const hostname = (): string => os.hostname();
export const type = (): string => ({ darwin: "Darwin", win32: "Windows_NT", linux: "Linux" } as any)[process.platform] || process.platform;
export const endianness = (): string => "LE";
export const release = (): string => "0.0.0";
export const version = (): string => "";
export const uptime = (): number => process.uptime();
export const loadavg = (): number[] => [0, 0, 0];
export const totalmem = (): number => 2 ** 33;
export const freemem = (): number => 2 ** 32;
export const availableParallelism = (): number => os.cpus();
export const cpus = (): any[] => Array.from({ length: os.cpus() }, () => ({ model: "unknown", speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }));
export const networkInterfaces = (): any => ({});
export const userInfo = (): any => ({ uid: -1, gid: -1, username: "user", homedir: os.homedir(), shell: null });
export const getPriority = (): number => 0;

/** Does nothing: the priority is that of the process, in which other scripts may run. */
export const setPriority = (): void => {};
export const constants: any = { UV_UDP_REUSEADDR: 4, dlopen, errno, signals, priority };

export default {
  EOL, devNull, platform, arch, machine, tmpdir, homedir, hostname, type, endianness, release, version, uptime, loadavg, totalmem, freemem,
  availableParallelism, cpus, networkInterfaces, userInfo, getPriority, setPriority, constants,
};
