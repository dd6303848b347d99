// node:os, as far as a guest may know it.

const { os } = __hitlrun.node;
const process = (globalThis as any).process || {};

export const EOL = process.platform === "win32" ? "\r\n" : "\n";
export const devNull = process.platform === "win32" ? "\\\\.\\nul" : "/dev/null";
export const platform = (): string => process.platform;
export const arch = (): string => process.arch;
export const tmpdir = (): string => os.tmpdir();
export const hostname = (): string => os.hostname();
export const type = (): string => ({ darwin: "Darwin", win32: "Windows_NT", linux: "Linux" } as any)[process.platform] || process.platform;
export const endianness = (): string => "LE";

export default { EOL, devNull, platform, arch, tmpdir, hostname, type, endianness };
