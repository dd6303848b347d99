// This file is node:path/win32: node:path with the rules of Windows.
import { checkString, wrongType } from "./errors";

export const sep = "\\";
export const delimiter = ";";

/** Returns the drive or the server of a path, whether the path is absolute, and the rest. */
function split(path: string): { device: string; absolute: boolean; rest: string } {
  const match = /^([a-zA-Z]:|[\\/]{2}[^\\/]+[\\/]+[^\\/]+)?([\\/])?([^]*)$/.exec(path)!;
  const device = match[1] || "";
  const server = device !== "" && device[1] !== ":";
  return { device: server ? `\\\\${device.slice(2).replace(/[\\/]+/, "\\")}` : device, absolute: server || match[2] !== undefined, rest: match[3] };
}

function squeeze(path: string, absolute: boolean): string {
  const kept: string[] = [];
  for (const segment of path.split(/[\\/]/)) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept[kept.length - 1] !== "..") kept.pop();
    else if (!absolute) kept.push("..");
  }
  return kept.join("\\");
}

export function normalize(path: string): string {
  checkString(path, "path");
  if (path === "") return ".";
  const { device, absolute, rest } = split(path);
  let tail = squeeze(rest, absolute);
  if (tail === "" && !absolute) tail = ".";
  if (tail !== "" && /[\\/]$/.test(rest)) tail += "\\";
  return device + (absolute ? "\\" : "") + tail;
}

export function isAbsolute(path: string): boolean {
  checkString(path, "path");
  return /^([a-zA-Z]:)?[\\/]/.test(path);
}

export function join(...paths: string[]): string {
  for (const path of paths) checkString(path, "path");
  const given = paths.filter((path) => path !== "");
  if (given.length === 0) return ".";
  // Two slashes at the start mean a server only if they are in the first path.
  const joined = given.join("\\");
  return normalize(/^[\\/]{2}[^\\/]/.test(given[0]) ? joined : joined.replace(/^[\\/]{2,}/, "\\"));
}

export function resolve(...paths: string[]): string {
  let device = "";
  let tail = "";
  let absolute = false;
  for (let i = paths.length - 1; i >= -1 && !(absolute && device); i--) {
    const path = i >= 0 ? paths[i] : (globalThis as any).process.cwd();
    if (i >= 0) checkString(path, `paths[${i}]`);
    if (path === "") continue;
    const parts = split(path);
    if (parts.device && device && parts.device.toLowerCase() !== device.toLowerCase()) continue;
    device = device || parts.device;
    if (!absolute) {
      tail = `${parts.rest}\\${tail}`;
      absolute = parts.absolute;
    }
  }
  return device + (absolute ? "\\" : "") + squeeze(tail, absolute) || ".";
}

export function relative(from: string, to: string): string {
  checkString(from, "from");
  checkString(to, "to");
  const begin = resolve(from);
  const start = begin.split("\\").filter(Boolean);
  const target = resolve(to);
  const end = target.split("\\").filter(Boolean);
  let same = 0;
  while (same < start.length && same < end.length && start[same].toLowerCase() === end[same].toLowerCase()) same++;
  const others = split(begin).device.toLowerCase() !== split(target).device.toLowerCase();
  return same === 0 && others && start.length > 0 ? target : [...start.slice(same).map(() => ".."), ...end.slice(same)].join("\\");
}

export function dirname(path: string): string {
  checkString(path, "path");
  const tail = split(path).rest;
  const end = tail.replace(/[\\/]+$/, "");
  const cut = Math.max(end.lastIndexOf("/"), end.lastIndexOf("\\"));
  const root = path.slice(0, path.length - tail.length); // as it is written
  return cut < 0 ? root || "." : root + end.slice(0, cut);
}

/** Returns the last segment of a path, without slashes after it. */
function lastSegment(path: string): string {
  checkString(path, "path");
  return path.replace(/^[a-zA-Z]:/, "").replace(/[\\/]+$/, "").replace(/^[^]*[\\/]/, "");
}
export function basename(path: string, suffix?: string): string {
  const base = lastSegment(path);
  if (suffix && suffix === path) return "";
  return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}
export function extname(path: string): string {
  const base = lastSegment(path);
  const dot = base.lastIndexOf(".");
  return dot <= 0 || base === ".." ? "" : base.slice(dot);
}

export function parse(path: string): any {
  checkString(path, "path");
  const { device, rest } = split(path);
  const root = path.slice(0, path.length - rest.length); // as it is written
  const base = rest === "" && device[1] !== ":" ? "" : basename(path);
  const ext = base && extname(path);
  return { root, dir: root === "" && !/[\\/]/.test(path.replace(/[\\/]+$/, "")) ? "" : dirname(path), base, ext, name: ext ? base.slice(0, -ext.length) : base };
}

export function format(parts: any): string {
  if (parts === null || typeof parts !== "object") throw wrongType("pathObject", "of type object", parts);
  const dir = parts.dir || parts.root;
  const ext = parts.ext ? (parts.ext[0] === "." ? parts.ext : `.${parts.ext}`) : "";
  const base = parts.base || `${parts.name || ""}${ext}`;
  return dir ? (dir === parts.root ? dir + base : `${dir}\\${base}`) : base;
}

/** Returns the form of an absolute path that has no limit of its length. */
export function toNamespacedPath(path: any): any {
  if (typeof path !== "string" || path === "") return path;
  const full = resolve(path);
  if (/^\\\\[^?.]/.test(full)) return `\\\\?\\UNC\\${full.slice(2)}`;
  return /^[a-zA-Z]:\\/.test(full) ? `\\\\?\\${full}` : full.length <= 2 ? path : full;
}

export const win32: any = {
  sep, delimiter, normalize, isAbsolute, join, resolve, relative, dirname, basename, extname, parse, format, toNamespacedPath, _makeLong: toNamespacedPath,
};
win32.win32 = win32;
export default win32;
