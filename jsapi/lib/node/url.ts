// node:url.
import { checkString, fault, wrongType } from "./errors";

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
  const cwd = path[0] === "/" ? "" : `${g.process.cwd()}/`;
  const url = new URL("file://");
  // Dots are resolved before the URL does it, so that what is encoded below stays as it is.
  url.pathname = `${cwd}${path}`.replace(/[%\\\n\r\t?#~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  return url;
}

interface Parts { auth?: boolean; fragment?: boolean; search?: boolean }

/** A URL object as text, parts left out as asked. The legacy form of url.format is not there. */
export function format(url: any, { auth = true, fragment = true, search = true }: Parts = {}): string {
  if (typeof url === "string") return new URL(url).href;
  if (!(url instanceof URL)) throw wrongType("urlObject", "one of type object or string", url);
  const copy = new URL((url as any).href);
  if (!auth) copy.username = copy.password = "";
  if (!fragment) copy.hash = "";
  if (!search) copy.search = "";
  return copy.href;
}

/** The host of a URL with the domain, "" for one that is wrong. */
export function domainToASCII(domain: string): string {
  try {
    return new URL(`ws://${domain}`).hostname;
  } catch {
    return "";
  }
}

export default { URL, URLSearchParams, fileURLToPath, pathToFileURL, format, domainToASCII };
