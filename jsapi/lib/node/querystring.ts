// This file is node:querystring.

/** Escapes what encodeURIComponent escapes. Half of a surrogate pair gives what Node makes of it. */
export const escape = (text: any): string => encodeURIComponent((typeof text === "string" ? text : `${text}` as any).toWellFormed());

export function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return unescapeBuffer(text).toString();
  }
}

function primitive(value: any): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return isFinite(value) ? `${value}` : "";
  return typeof value === "bigint" || typeof value === "boolean" ? `${value}` : "";
}

export function stringify(object: any, separator?: any, equals?: any, options: any = {}): string {
  [separator, equals, options] = [separator || "&", equals || "=", options || {}];
  if (object === null || typeof object !== "object") return "";
  const encode = options.encodeURIComponent || module.escape;
  const pair = (key: string, value: any) => encode(key) + equals + encode(primitive(value));
  return Object.keys(object)
    .filter((key) => !Array.isArray(object[key]) || object[key].length > 0)
    .map((key) => (Array.isArray(object[key]) ? object[key].map((value: any) => pair(key, value)).join(separator) : pair(key, object[key])))
    .join(separator);
}

export function parse(text: any, separator?: any, equals?: any, options: any = {}): any {
  [separator, equals, options] = [`${separator || "&"}`, `${equals || "="}`, options || {}];
  const result = Object.create(null);
  if (typeof text !== "string" || text === "") return result;
  const decode = options.decodeURIComponent || module.unescape;
  const most = options.maxKeys === undefined ? 1000 : options.maxKeys;
  let parts = text.split(separator).filter((part) => part !== "");
  if (most > 0) parts = parts.slice(0, most);
  for (const part of parts) {
    const at = part.indexOf(equals);
    const [key, value] = (at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + equals.length)]).map((s) => decode(s.replace(/\+/g, " ")));
    if (!(key in result)) result[key] = value;
    else if (Array.isArray(result[key])) result[key].push(value);
    else result[key] = [result[key], value];
  }
  return result;
}

export { stringify as encode, parse as decode };
/** Returns the bytes of a text with escapes such as %20. */
export const unescapeBuffer = (text: string): any => {
  const bytes: number[] = [];
  const source = (globalThis as any).Buffer.from(text);
  for (let i = 0; i < source.length; i++) {
    const hex = source.toString("latin1", i + 1, i + 3);
    if (source[i] === 37 && /^[0-9a-fA-F]{2}$/.test(hex)) {
      bytes.push(parseInt(hex, 16));
      i += 2;
    } else bytes.push(source[i]);
  }
  return (globalThis as any).Buffer.from(bytes);
};
const module: any = { unescapeBuffer, escape, unescape, stringify, parse, encode: stringify, decode: parse };
export default module;
