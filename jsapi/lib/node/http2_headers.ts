// This file converts the headers of HTTP/2 between objects of scripts and lists of names and values in turn.
import { fault } from "./errors";
import { sensitiveHeaders } from "./http2_constants";
import { validateHeaderName, validateHeaderValue } from "./http_rules";

const ofRequests = new Set([":method", ":authority", ":scheme", ":path", ":protocol"]);
/** Headers that are about a connection of HTTP/1. */
const ofConnections = new Set(["connection", "upgrade", "http2-settings", "keep-alive", "proxy-connection", "transfer-encoding"]);
/** Headers that a message may have only once. The first one counts. */
const single = new Set([
  ":status", ":method", ":authority", ":scheme", ":path", ":protocol", "access-control-allow-credentials", "access-control-max-age", "access-control-request-method", "age",
  "authorization", "content-encoding", "content-language", "content-length", "content-location", "content-md5", "content-range", "content-type", "date", "dnt", "etag",
  "expires", "from", "host", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "last-modified", "location", "max-forwards",
  "proxy-authorization", "range", "referer", "retry-after", "tk", "upgrade-insecure-requests", "user-agent", "x-content-type-options",
]);

/** Returns the list for an object with headers. Names that begin with a colon come first, and are not for trailers. */
export function listOf(headers: any, trailers: boolean): { list: string[]; sensitive: string[] } {
  const special: string[] = [];
  const list: string[] = [];
  for (const key of Object.keys(headers)) {
    const name = key.toLowerCase();
    const value = headers[key];
    if (value === undefined || value === null || name === "") continue;
    if (name[0] === ":") {
      if (trailers) throw fault("TypeError", "ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED", "Cannot set HTTP/2 pseudo-headers");
      if (!ofRequests.has(name)) throw fault("TypeError", "ERR_HTTP2_INVALID_PSEUDOHEADER", `"${name}" is an invalid pseudoheader or is used incorrectly`);
      special.push(name, `${value}`);
      continue;
    }
    validateHeaderName(name);
    if (ofConnections.has(name) || (name === "te" && `${value}` !== "trailers")) {
      throw fault("TypeError", "ERR_HTTP2_INVALID_CONNECTION_HEADERS", `HTTP/1 Connection specific headers are forbidden: "${name}"`);
    }
    if (Array.isArray(value) && value.length > 1 && single.has(name)) {
      throw fault("TypeError", "ERR_HTTP2_HEADER_SINGLE_VALUE", `Header field "${name}" must only have a single value`);
    }
    for (const one of Array.isArray(value) ? value : [value]) {
      validateHeaderValue(name, one);
      list.push(name, `${one}`);
    }
  }
  const sensitive = Array.from(headers[sensitiveHeaders] || [], (name: any) => `${name}`.toLowerCase());
  return { list: special.concat(list), sensitive };
}

/** Returns the object for a list of headers that came. */
export function objectOf(list: string[]): any {
  const headers: any = Object.create(null);
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i];
    if (/^[ \t]|[ \t]$/.test(list[i + 1])) continue; // RFC 9113, section 8.2.1
    const value: any = name === ":status" ? Number(list[i + 1]) : list[i + 1];
    if (name === "set-cookie") (headers[name] ||= []).push(value);
    else if (headers[name] === undefined) headers[name] = value;
    else if (!single.has(name)) headers[name] += (name === "cookie" ? "; " : ", ") + value;
  }
  headers[sensitiveHeaders] = [];
  return headers;
}
