// This file is node:url.
import { checkString, fault, wrongType } from "./errors";
import { resolve as resolvePath } from "./path";
import { decode } from "./punycode";
import { formatLegacy, parse, resolve, resolveObject, Url } from "./url_legacy";

const g: any = globalThis;
export const URL = g.URL;
export const URLSearchParams = g.URLSearchParams;

export function fileURLToPath(url: string | URL): string {
  if (typeof url === "string") url = new URL(url);
  else if (!(url instanceof URL)) throw wrongType("path", "of type string or an instance of URL", url);
  const { protocol, hostname, pathname } = url as any;
  if (protocol !== "file:") throw fault("TypeError", "ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");
  if (hostname !== "") {
    const os = g.process ? g.process.platform : "linux";
    throw fault("TypeError", "ERR_INVALID_FILE_URL_HOST", `File URL host must be "localhost" or empty on ${os}`);
  }
  if (/%2f/i.test(pathname)) throw fault("TypeError", "ERR_INVALID_FILE_URL_PATH", "File URL path must not include encoded / characters");
  return decodeURIComponent(pathname);
}

export function pathToFileURL(path: string): any {
  checkString(path, "path");
  const url = new URL("file://");
  let whole = resolvePath(path); // which leaves encoded text as it is
  if (path.endsWith("/") && !whole.endsWith("/")) whole += "/";
  url.pathname = whole.replace(/[%\\\n\r\t?#~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  return url;
}

interface Parts { auth?: boolean; fragment?: boolean; search?: boolean; unicode?: boolean }

/** Returns a URL as text, from a URL object or a result of parse(). Parts can be left out of a URL object. */
export function format(url: any, { auth = true, fragment = true, search = true, unicode = false }: Parts = {}): string {
  if (typeof url === "string") return formatLegacy(parse(url));
  if (url !== null && typeof url === "object" && !(url instanceof URL)) return formatLegacy(url);
  if (!(url instanceof URL)) throw wrongType("urlObject", "one of type object or string", url);
  const copy = new URL((url as any).href);
  if (!auth) copy.username = copy.password = "";
  if (!fragment) copy.hash = "";
  if (!search) copy.search = "";
  if (!unicode || !copy.hostname.includes("xn--")) return copy.href;
  const at = copy.href.indexOf(copy.host, copy.href.indexOf("@") + 1);
  return copy.href.slice(0, at) + copy.hostname.split(".").map(decode).join(".") + copy.href.slice(at + copy.hostname.length);
}

/** Returns the name of a domain with the letters that its ASCII form stands for, or "" if it is not valid. */
export const domainToUnicode = (domain: string): string => domainToASCII(domain).split(".").map(decode).join(".");
/** Returns the options of node:http for a URL. */
export function urlToHttpOptions(url: any): any {
  const { protocol, hostname, hash, search, pathname, href, port, username, password } = url;
  const options: any = {
    __proto__: null, ...url, protocol, hostname: hostname.startsWith("[") ? hostname.slice(1, -1) : hostname, hash, search, pathname,
    path: `${pathname || ""}${search || ""}`, href,
  };
  if (port !== "") options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

/** Returns the host of a URL with this domain, or "" if the domain is not valid. */
export function domainToASCII(domain: string): string {
  try {
    return new URL(`ws://${domain}`).hostname;
  } catch {
    return "";
  }
}

export { parse, resolve, resolveObject, Url };
export default { URL, URLSearchParams, Url, parse, resolve, resolveObject, fileURLToPath, pathToFileURL, format, domainToASCII, domainToUnicode, urlToHttpOptions };
