// This file has the older half of node:url: parse, resolve and format of objects with parts.
import { parse as parseQuery, stringify } from "./querystring";
import { checkString } from "./errors";

const g: any = globalThis;
const slashed = new Set(["http:", "https:", "ftp:", "gopher:", "file:", "ws:", "wss:"]);

/** The result of parse(). */
export function Url(this: any): void {
  Object.assign(this, {
    protocol: null, slashes: null, auth: null, host: null, port: null, hostname: null, hash: null, search: null, query: null, pathname: null, path: null, href: null,
  });
}
Url.prototype.parse = function (this: any, text: string, query?: boolean, slashes?: boolean): any {
  return Object.assign(this, parse(text, query, slashes));
};
Url.prototype.format = function (this: any): string {
  return formatLegacy(this);
};
Url.prototype.resolve = function (this: any, to: string): string {
  return resolve(formatLegacy(this), to);
};

const escapes = /[\s<>"`{}|\\^']/g;

export function parse(text: any, wantsQuery = false, slashesMeanHost = false): any {
  if (text instanceof (Url as any)) return text;
  checkString(text, "url");
  const url: any = new (Url as any)();
  let rest = text.trim();
  const question = rest.search(/[?#]/);
  rest = question < 0 ? rest.replace(/\\/g, "/") : rest.slice(0, question).replace(/\\/g, "/") + rest.slice(question);
  const protocol = /^[a-z][a-z0-9.+-]*:/i.exec(rest);
  if (protocol) {
    url.protocol = protocol[0].toLowerCase();
    rest = rest.slice(protocol[0].length);
  }
  if (rest.startsWith("//") && url.protocol !== "javascript:" && (slashesMeanHost || protocol)) {
    url.slashes = true;
    rest = rest.slice(2);
  }
  if (url.slashes) rest = host(url, rest);
  const hash = rest.indexOf("#");
  if (hash >= 0) {
    url.hash = rest.slice(hash).replace(escapes, encodeURIComponent);
    rest = rest.slice(0, hash);
  }
  const search = rest.indexOf("?");
  if (search >= 0) {
    url.search = rest.slice(search).replace(escapes, encodeURIComponent);
    rest = rest.slice(0, search);
  }
  if (wantsQuery) {
    url.search = url.search || "";
    url.query = parseQuery(url.search.slice(1));
  } else if (url.search !== null) url.query = url.search.slice(1);
  if (rest) url.pathname = rest.replace(escapes, encodeURIComponent);
  if (slashed.has(url.protocol) && url.hostname && !url.pathname) url.pathname = "/";
  if (url.pathname || url.search) url.path = `${url.pathname || ""}${url.search || ""}`;
  url.href = formatLegacy(url);
  return url;
}

/** Reads user, host and port. Returns the text after them. */
function host(url: any, rest: string): string {
  const end = rest.search(/[/?#]/);
  let authority = end < 0 ? rest : rest.slice(0, end);
  rest = end < 0 ? "" : rest.slice(end);
  const at = authority.lastIndexOf("@");
  if (at >= 0) {
    url.auth = decodeURIComponent(authority.slice(0, at));
    authority = authority.slice(at + 1);
  }
  const port = /:(\d*)$/.exec(authority);
  if (port) {
    if (port[1]) [, url.port] = port;
    authority = authority.slice(0, port.index);
  }
  const isIPv6 = authority.startsWith("[") && authority.endsWith("]");
  url.hostname = (isIPv6 ? authority.slice(1, -1) : authority).toLowerCase();
  if (!isIPv6 && /[^\x00-\x7f]/.test(url.hostname)) url.hostname = new g.URL(`ws://${url.hostname}`).hostname;
  url.host = `${isIPv6 ? `[${url.hostname}]` : url.hostname}${url.port ? `:${url.port}` : ""}`;
  return rest;
}

export function formatLegacy(url: any): string {
  const auth = url.auth ? `${encodeURIComponent(url.auth).replace(/%3A/i, ":")}@` : "";
  let protocol = url.protocol || "";
  let pathname = url.pathname || "";
  let hash = url.hash || "";
  let where = "";
  if (url.host) where = auth + url.host;
  else if (url.hostname) where = `${auth}${url.hostname.includes(":") && !url.hostname.startsWith("[") ? `[${url.hostname}]` : url.hostname}${url.port ? `:${url.port}` : ""}`;
  const query = url.query !== null && typeof url.query === "object" ? stringify(url.query) : "";
  let search: string = url.search || (query && `?${query}`) || "";
  if (protocol && !protocol.endsWith(":")) protocol += ":";
  pathname = pathname.replace(/[?#]/g, encodeURIComponent);
  if (url.slashes || ((!protocol || slashed.has(protocol)) && where)) {
    where = `//${where}`;
    if (pathname && !pathname.startsWith("/")) pathname = `/${pathname}`;
  }
  if (hash && !hash.startsWith("#")) hash = `#${hash}`;
  if (search && !search.startsWith("?")) search = `?${search}`;
  return `${protocol}${where}${pathname}${search.replace("#", "%23")}${hash}`;
}

export function resolve(from: any, to: any): string {
  if (typeof from !== "string") from = formatLegacy(from);
  if (typeof to !== "string") to = formatLegacy(to);
  const url = new g.URL(to, new g.URL(from, "resolve://"));
  if (url.protocol !== "resolve:") return url.href;
  const { pathname, search, hash } = url;
  return pathname + search + hash;
}
