// This file has the older half of node:url: parse, resolve and format of objects with parts.
import { parse as parseQuery, stringify } from "./querystring";
import { checkString, fault } from "./errors";

const g: any = globalThis;
/** The protocols whose URLs have two slashes before the host. */
const slashed = new Set(["http:", "https:", "ftp:", "gopher:", "file:", "ws:", "wss:"]);
const isSlashed = (protocol: any): boolean => slashed.has(protocol) || slashed.has(`${protocol}:`);
const hasNoHost = (protocol: any): boolean => protocol === "javascript:" || protocol === "javascript";

/** The result of parse(). */
export function Url(this: any): void {
  Object.assign(this, {
    protocol: null, slashes: null, auth: null, host: null, port: null, hostname: null, hash: null, search: null, query: null, pathname: null, path: null, href: null,
  });
}
const methods: Record<string, (this: any, ...args: any[]) => any> = {
  parse(text: string, query?: boolean, slashes?: boolean) { return Object.assign(this, parse(text, query, slashes)); },
  format() { return formatLegacy(this); },
  resolve(to: string) { return resolve(formatLegacy(this), to); },
  resolveObject(to: any) { return resolveObject(this, typeof to === "string" ? parse(to, false, true) : to); },
};
for (const [name, value] of Object.entries(methods)) Object.defineProperty(Url.prototype, name, { value, writable: true, enumerable: true, configurable: true });

/** What is escaped in the text after the host. */
const escapes = /[\t\n\r "'<>\\^`{|}]/g;
const escapeOne = (c: string): string => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
const invalid = (text: string): Error => Object.assign(fault("TypeError", "ERR_INVALID_URL", "Invalid URL"), { input: text });

/** Sets search and query of a URL. search is undefined if it has none. */
function setQuery(url: any, search: string | undefined, wantsQuery: boolean): void {
  if (search !== undefined) {
    url.search = search;
    url.query = wantsQuery ? parseQuery(search.slice(1)) : search.slice(1);
  } else if (wantsQuery) url.query = Object.create(null);
}

export function parse(text: any, wantsQuery = false, slashesMeanHost = false): any {
  if (text instanceof (Url as any)) return text;
  checkString(text, "url");
  const url: any = new (Url as any)();
  let rest = text.replace(/^[\s\ufeff]+|[\s\ufeff]+$/g, "");
  const question = rest.search(/[?#]/);
  rest = question < 0 ? rest.replace(/\\/g, "/") : rest.slice(0, question).replace(/\\/g, "/") + rest.slice(question);
  const simple = !slashesMeanHost && !/[#@]/.test(rest) && /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/.exec(rest);
  if (simple) {
    Object.assign(url, { path: rest, href: rest, pathname: simple[1] });
    setQuery(url, simple[2], wantsQuery);
    return url;
  }
  const protocol = /^[a-z0-9.+-]+:/i.exec(rest);
  if (protocol) {
    url.protocol = protocol[0].toLowerCase();
    rest = rest.slice(protocol[0].length);
  }
  const noHost = hasNoHost(url.protocol);
  if (rest.startsWith("//") && !noHost && (slashesMeanHost || protocol || /^\/\/[^@/]+@[^@/]+/.test(rest))) {
    url.slashes = true;
    rest = rest.slice(2);
  }
  if (!noHost && (url.slashes || (protocol && !isSlashed(protocol[0])))) rest = host(url, rest, text);
  if (!noHost) rest = rest.replace(escapes, escapeOne);
  const hash = rest.indexOf("#");
  if (hash >= 0) {
    url.hash = rest.slice(hash);
    rest = rest.slice(0, hash);
  }
  const search = rest.indexOf("?");
  setQuery(url, search < 0 ? undefined : rest.slice(search), wantsQuery);
  if (search >= 0) rest = rest.slice(0, search);
  if (rest) url.pathname = rest;
  else if (isSlashed(url.protocol) && url.hostname) url.pathname = "/";
  setPath(url);
  url.href = formatLegacy(url);
  return url;
}

function setPath(url: any): void {
  if (url.pathname || url.search) url.path = `${url.pathname || ""}${url.search || ""}`;
}

/** Reads user, host and port. Returns the text after them. The host ends at the first character that no host has. */
function host(url: any, rest: string, text: string): string {
  const stop = rest.search(/[/?#]/);
  const tail = stop < 0 ? "" : rest.slice(stop);
  let authority = (stop < 0 ? rest : rest.slice(0, stop)).replace(/[\t\n\r]/g, "");
  const at = authority.lastIndexOf("@");
  if (at >= 0) {
    url.auth = decodeURIComponent(authority.slice(0, at));
    authority = authority.slice(at + 1);
  }
  const other = authority.search(/[ "%';<>\\^`{|}]/);
  rest = other < 0 ? tail : authority.slice(other) + tail;
  let name = other < 0 ? authority : authority.slice(0, other);
  const port = /:[0-9]*$/.exec(name);
  if (port) {
    if (port[0] !== ":") url.port = port[0].slice(1);
    name = name.slice(0, port.index);
  }
  const isIPv6 = name.startsWith("[") && name.endsWith("]");
  const colon = isIPv6 ? -1 : name.indexOf(":");
  if (colon >= 0) {
    rest = `/${name.slice(colon)}${rest}`;
    name = name.slice(0, colon);
  }
  name = name.length > 255 ? "" : name.toLowerCase();
  if (!isIPv6 && /[^\x00-\x7f]/.test(name)) {
    name = g.URL.canParse(`ws://${name}`) ? new g.URL(`ws://${name}`).hostname : "";
    if (name === "") throw invalid(text);
  }
  if ((isIPv6 ? /[\0\t\n\r #%/<>?@\\^|]/ : /[\0\t\n\r #%/:<>?@[\\\]^|]/).test(name)) throw invalid(text);
  url.host = name + (url.port ? `:${url.port}` : "");
  url.hostname = isIPv6 ? name.slice(1, -1) : name;
  return isIPv6 && !rest.startsWith("/") ? `/${rest}` : rest;
}

export function formatLegacy(url: any): string {
  const auth = url.auth ? `${encodeURIComponent(url.auth).replace(/%3A/gi, ":")}@` : "";
  let protocol = url.protocol || "";
  let pathname = url.pathname || "";
  let hash = url.hash || "";
  let where = "";
  if (url.host) where = auth + url.host;
  else if (url.hostname) where = `${auth}${url.hostname.includes(":") && !url.hostname.startsWith("[") ? `[${url.hostname}]` : url.hostname}${url.port ? `:${url.port}` : ""}`;
  const query = url.query !== null && typeof url.query === "object" ? stringify(url.query) : "";
  let search: string = url.search || (query && `?${query}`) || "";
  if (protocol && !protocol.endsWith(":")) protocol += ":";
  pathname = pathname.replace(/[?#]/g, escapeOne);
  if (url.slashes || (slashed.has(protocol) && where)) {
    where = `//${where}`;
    if (pathname && !pathname.startsWith("/")) pathname = `/${pathname}`;
  } else if (protocol === "file:") where = "//";
  if (hash && !hash.startsWith("#")) hash = `#${hash}`;
  if (search && !search.startsWith("?")) search = `?${search}`;
  return `${protocol}${where}${pathname}${search.replace(/#/g, "%23")}${hash}`;
}

export function resolve(from: any, to: any): string {
  return formatLegacy(resolveObject(parse(from, false, true), parse(to, false, true)));
}

/** Returns a URL that is relative to another one, as an object with parts. */
export function resolveObject(from: any, to: any): any {
  if (!from) return to;
  if (!(from instanceof (Url as any))) from = parse(from, false, true);
  if (!(to instanceof (Url as any))) to = parse(to, false, true);
  const url = Object.assign(new (Url as any)(), from);
  const rest = Object.assign(new (Url as any)(), to);
  url.hash = rest.hash;
  if (rest.href !== "") join(url, rest);
  url.href = formatLegacy(url);
  return url;
}

/** Changes url to what rest means in it. */
function join(url: any, rest: any): void {
  const { protocol } = url;
  if (rest.slashes && !rest.protocol) {
    Object.assign(url, rest, { protocol });
    if (isSlashed(protocol) && url.hostname && !url.pathname) url.path = url.pathname = "/";
  } else if (rest.protocol && rest.protocol !== protocol) {
    if (isSlashed(rest.protocol)) otherProtocol(url, rest);
    else Object.assign(url, rest);
  } else samePlace(url, rest);
}

/** rest has another protocol, one with slashes before its host. Without the slashes, the host is the first part of its path. */
function otherProtocol(url: any, rest: any): void {
  let { pathname } = rest;
  if (!rest.host && !/^file:?$/.test(rest.protocol)) {
    const parts = (pathname || "").split("/");
    while (parts.length > 0 && !(rest.host = parts.shift()));
    rest.host = rest.host || "";
    rest.hostname = rest.hostname || "";
    pathname = parts.length === 0 ? "/" : parts[0] === "" && parts.length > 1 ? parts.join("/") : `/${parts.join("/")}`;
  }
  const { search, query, auth, port } = rest;
  Object.assign(url, { protocol: rest.protocol, pathname, search, query, auth, port, host: rest.host || "", hostname: rest.hostname || rest.host });
  setPath(url);
  url.slashes = url.slashes || rest.slashes;
}

/** Takes a host, and a user before it, from a part of a path: in a protocol without slashes they look alike. */
function hostOf(url: any, part: string | undefined): void {
  url.hostname = url.host = part === undefined ? "" : part;
  const at = url.host ? url.host.indexOf("@") : -1;
  if (at <= 0) return;
  const [user, name] = url.host.split("@");
  url.auth = user;
  url.host = url.hostname = name;
}

function withHost(parts: string[], name: string): string[] {
  return parts[0] === "" ? [name, ...parts.slice(1)] : [name, ...parts];
}

/** rest has the protocol of url, or none. */
function samePlace(url: any, rest: any): void {
  const begins = (pathname: any): boolean => Boolean(pathname) && pathname[0] === "/";
  const partsOf = (pathname: any): string[] => (pathname ? pathname.split("/") : []);
  const anew = Boolean(rest.host) || begins(rest.pathname);
  const dotsEnd = anew || begins(url.pathname) || Boolean(url.host && rest.pathname);
  let rooted = dotsEnd;
  let parts = partsOf(url.pathname);
  let more = partsOf(rest.pathname);
  const bare = Boolean(url.protocol) && !isSlashed(url.protocol);
  if (bare) {
    if (url.host) parts = withHost(parts, url.host);
    Object.assign(url, { hostname: "", port: null, host: "" });
    if (rest.protocol) {
      if (rest.host) more = withHost(more, rest.host);
      url.auth = null;
      Object.assign(rest, { hostname: null, port: null, host: null });
    }
    rooted = rooted && (more[0] === "" || parts[0] === "");
  }
  if (anew) {
    if (rest.host || rest.host === "") {
      if (url.host !== rest.host) url.auth = null;
      url.host = rest.host;
      url.port = rest.port;
    }
    if (rest.hostname || rest.hostname === "") {
      if (url.hostname !== rest.hostname) url.auth = null;
      url.hostname = rest.hostname;
    }
    parts = more;
  } else if (more.length > 0) parts = [...parts.slice(0, -1), ...more];
  else if (rest.search !== null && rest.search !== undefined) {
    if (bare) hostOf(url, parts.shift());
    url.search = rest.search;
    url.query = rest.query;
    if (url.pathname !== null || url.search !== null) url.path = (url.pathname || "") + (url.search || "");
    return;
  }
  if (anew || more.length > 0) {
    url.search = rest.search;
    url.query = rest.query;
  }
  if (parts.length === 0) {
    url.pathname = null;
    url.path = url.search ? `/${url.search}` : null;
    return;
  }
  parts = withoutDots(parts, Boolean(url.host || rest.host), rooted, dotsEnd);
  const absolute = parts[0] === "" || (parts[0] !== undefined && parts[0][0] === "/");
  if (bare) hostOf(url, absolute ? undefined : parts.shift());
  rooted = rooted || Boolean(url.host && parts.length > 0);
  if (rooted && !absolute) parts.unshift("");
  url.pathname = parts.length > 0 ? parts.join("/") : null;
  if (parts.length === 0) url.path = null;
  if (url.pathname !== null || url.search !== null) url.path = (url.pathname || "") + (url.search || "");
  url.auth = rest.auth || url.auth;
  url.slashes = url.slashes || rest.slashes;
}

/** Removes "." and ".." from the parts of a path. What leads above a path that must begin with a slash is left out. */
function withoutDots(parts: string[], hasHost: boolean, rooted: boolean, dotsEnd: boolean): string[] {
  const last = parts[parts.length - 1];
  const folder = ((hasHost || parts.length > 1) && (last === "." || last === "..")) || last === "";
  const kept: string[] = [];
  let up = 0;
  for (const part of parts.reverse()) {
    if (part === "..") up++;
    else if (part !== "." && up > 0) up--;
    else if (part !== ".") kept.unshift(part);
  }
  if (!rooted && !dotsEnd) for (; up > 0; up--) kept.unshift("..");
  if (rooted && kept[0] !== "" && (!kept[0] || kept[0][0] !== "/")) kept.unshift("");
  if (folder && !kept.join("/").endsWith("/")) kept.push("");
  return kept;
}
