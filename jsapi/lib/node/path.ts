// This file is node:path with the rules of POSIX.
import { checkString } from "./errors";
import { win32 } from "./path_win32";

export const sep = "/";
export const delimiter = ":";

/** Removes "." and "..", and empty segments. */
function squeeze(path: string, absolute: boolean): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept[kept.length - 1] !== "..") kept.pop();
    else if (!absolute) kept.push("..");
  }
  return kept.join("/");
}

export function normalize(path: string): string {
  checkString(path, "path");
  if (path === "") return ".";
  const absolute = path[0] === "/";
  let result = squeeze(path, absolute);
  if (result === "" && !absolute) result = ".";
  if (result !== "" && path[path.length - 1] === "/") result += "/";
  return absolute ? `/${result}` : result;
}

export function isAbsolute(path: string): boolean {
  checkString(path, "path");
  return path[0] === "/";
}

export function join(...paths: string[]): string {
  for (const path of paths) checkString(path, "path");
  return normalize(paths.filter((path) => path !== "").join("/"));
}

export function resolve(...paths: string[]): string {
  let result = "";
  for (let i = paths.length - 1; i >= -1 && result[0] !== "/"; i--) {
    const path = i >= 0 ? paths[i] : (globalThis as any).process.cwd();
    if (i >= 0) checkString(path, `paths[${i}]`);
    if (path !== "") result = result === "" ? path : `${path}/${result}`;
  }
  return `/${squeeze(result, true)}`;
}

export function relative(from: string, to: string): string {
  checkString(from, "from");
  checkString(to, "to");
  const start = resolve(from).split("/").filter(Boolean);
  const end = resolve(to).split("/").filter(Boolean);
  let same = 0;
  while (same < start.length && same < end.length && start[same] === end[same]) same++;
  return [...start.slice(same).map(() => ".."), ...end.slice(same)].join("/");
}

/** Returns where the last segment begins and ends, without slashes after it. */
function lastSegment(path: string): [number, number] {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  return [path.lastIndexOf("/", end - 1) + 1, end];
}

export function dirname(path: string): string {
  checkString(path, "path");
  const [start, end] = lastSegment(path);
  if (start === 0 || end === 0 || (start === 1 && path[0] === "/")) return path[0] === "/" ? "/" : ".";
  return start === 2 && path[0] === "/" ? "//" : path.slice(0, start - 1);
}

export function basename(path: string, suffix?: string): string {
  checkString(path, "path");
  if (suffix !== undefined) checkString(suffix, "suffix");
  if (suffix === path) return "";
  const [start, end] = lastSegment(path);
  const base = start < end ? path.slice(start, end) : "";
  return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
}

export function extname(path: string): string {
  checkString(path, "path");
  const [start, end] = lastSegment(path);
  const base = start < end ? path.slice(start, end) : "";
  const dot = base.lastIndexOf(".");
  return dot <= 0 || base === ".." ? "" : base.slice(dot);
}

export interface ParsedPath { root: string; dir: string; base: string; ext: string; name: string }

export function parse(path: string): ParsedPath {
  checkString(path, "path");
  const root = path[0] === "/" ? "/" : "";
  const base = basename(path);
  const ext = extname(path);
  const [start] = lastSegment(path);
  const dir = start > root.length ? path.slice(0, start - 1) : root;
  return { root, dir, base, ext, name: ext ? base.slice(0, -ext.length) : base };
}

export function format(parts: Partial<ParsedPath>): string {
  const dir = parts.dir || parts.root;
  const ext = parts.ext ? (parts.ext[0] === "." ? parts.ext : `.${parts.ext}`) : "";
  const base = parts.base || `${parts.name || ""}${ext}`;
  if (!dir) return base;
  return dir === parts.root ? `${dir}${base}` : `${dir}/${base}`;
}

export const toNamespacedPath = (path: string): string => path;

export const posix: any = {
  sep, delimiter, normalize, isAbsolute, join, resolve, relative, dirname, basename, extname, parse, format, toNamespacedPath, _makeLong: toNamespacedPath,
};
posix.posix = win32.posix = posix;
posix.win32 = win32;
export { win32 };
export default posix;
