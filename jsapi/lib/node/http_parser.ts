// This file parses responses of HTTP/1.1.
import { maxHeaderSize } from "./http_rules";

const g: any = globalThis;
const head = Buffer_("\r\n\r\n");
const line = Buffer_("\r\n");
function Buffer_(text: string): any {
  return g.Buffer.from(text, "latin1");
}

/** Gets what a parser reports: a head, and whether a body follows; parts of the body; the end, with trailers. */
export interface Handler {
  head(status: number, message: string, version: string, rawHeaders: string[]): "body" | "none" | "again" | "raw";
  body(bytes: any): void;
  end(rawTrailers: string[]): void;
}

const own = new WeakSet<object>(); // the errors that parsers made

function bad(code: string, reason: string): any {
  const error: any = Object.assign(new Error(`Parse Error: ${reason}`), { code, reason });
  own.add(error);
  return error;
}

/** Reports whether a parser made an error. The others come from the handler, which calls listeners of the script. */
export const isParseError = (error: any): boolean => typeof error === "object" && error !== null && own.has(error) && !("rawPacket" in error);

/** The number of interim responses before the response. A server that sends them without end would leave no time for timers. */
const maxInterim = 1000;

export class Parser {
  private state = "head";
  private rest: any = null;
  private left = 0;
  private interim = 0; // responses with a status below 200 so far
  /** Whether the connection can be used again after the response. */
  keepAlive = false;
  constructor(private handler: Handler) {}

  /** Parses bytes. Returns those after the end of the response, or after the head of a raw one. */
  execute(bytes: any): any {
    if (this.rest) bytes = g.Buffer.concat([this.rest, bytes]);
    this.rest = null;
    while (bytes.length > 0 && this.state !== "done" && this.state !== "raw") {
      const used = this.step(bytes);
      if (used === 0) {
        this.rest = bytes;
        return null;
      }
      bytes = bytes.subarray(used);
    }
    return this.state === "done" || this.state === "raw" ? bytes : null;
  }

  /** Is called when the connection has ended. Returns whether the response is complete. */
  finish(): "complete" | "nothing" | "partial" {
    if (this.state === "open") {
      this.complete([]);
      return "complete";
    }
    if (this.state === "done" || this.state === "raw") return "complete";
    return this.state === "head" && !this.rest ? "nothing" : "partial";
  }

  private step(bytes: any): number {
    switch (this.state) {
      case "head":
        return this.readHead(bytes);
      case "length":
      case "chunk": {
        const part = bytes.subarray(0, Math.min(this.left, bytes.length));
        this.left -= part.length;
        this.handler.body(part);
        if (this.left === 0) {
          if (this.state === "length") this.complete([]);
          else this.state = "chunk end";
        }
        return part.length;
      }
      case "open":
        this.handler.body(bytes);
        return bytes.length;
      case "chunk end":
        if (bytes.length < 2) return 0;
        if (bytes[0] !== 13 || bytes[1] !== 10) throw bad("HPE_STRICT", "Expected LF after chunk data");
        this.state = "size";
        return 2;
      case "size":
        return this.readSize(bytes);
      default:
        return this.readTrailers(bytes);
    }
  }

  private readSize(bytes: any): number {
    const at = bytes.indexOf(line);
    if (at < 0) {
      if (bytes.length > maxHeaderSize) throw bad("HPE_CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow");
      return 0;
    }
    const size = bytes.toString("latin1", 0, at).split(";")[0].trim();
    if (!/^[0-9a-fA-F]{1,13}$/.test(size)) throw bad("HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size");
    this.left = parseInt(size, 16);
    this.state = this.left === 0 ? "trailers" : "chunk";
    return at + 2;
  }

  private readTrailers(bytes: any): number {
    if (bytes.length >= 2 && bytes[0] === 13 && bytes[1] === 10) {
      this.complete([]);
      return 2;
    }
    const at = bytes.indexOf(head);
    if (at < 0) {
      if (bytes.length > maxHeaderSize) throw bad("HPE_HEADER_OVERFLOW", "Header overflow");
      return 0;
    }
    this.complete(fields(bytes.toString("latin1", 0, at).split("\r\n")));
    return at + 4;
  }

  private readHead(bytes: any): number {
    const at = bytes.indexOf(head);
    if (at > maxHeaderSize || (at < 0 && bytes.length > maxHeaderSize)) throw bad("HPE_HEADER_OVERFLOW", "Header overflow");
    if (at < 0) {
      const begin = bytes.toString("latin1", 0, Math.min(5, bytes.length));
      if (!"HTTP/".startsWith(begin)) throw bad("HPE_INVALID_CONSTANT", "Expected HTTP/");
      return 0;
    }
    const [first, ...list] = bytes.toString("latin1", 0, at).split("\r\n");
    const status = /^HTTP\/(\d\.\d) (\d{3})(?: (.*))?$/.exec(first);
    if (!status) throw bad("HPE_INVALID_CONSTANT", "Expected HTTP/");
    const raw = fields(list);
    const code = Number(status[2]);
    const headers = new Map<string, string>();
    for (let i = 0; i < raw.length; i += 2) {
      const name = raw[i].toLowerCase();
      if (name === "content-length" && headers.has(name) && headers.get(name) !== raw[i + 1]) throw bad("HPE_UNEXPECTED_CONTENT_LENGTH", "Content-Length already present");
      headers.set(name, headers.has(name) && name !== "content-length" ? `${headers.get(name)}, ${raw[i + 1]}` : raw[i + 1]);
    }
    const length = headers.get("content-length");
    if (length !== undefined && !/^\d{1,15}$/.test(length)) throw bad("HPE_INVALID_CONTENT_LENGTH", "Invalid character in Content-Length");
    const connection = (headers.get("connection") || "").toLowerCase();
    this.keepAlive = status[1] === "1.1" ? !/\bclose\b/.test(connection) : /\bkeep-alive\b/.test(connection);
    this.follow(this.handler.head(code, status[3] || "", status[1], raw), headers);
    return at + 4;
  }

  private follow(what: string, headers: Map<string, string>): void {
    if (what === "again") {
      if (++this.interim > maxInterim) throw bad("HPE_HEADER_OVERFLOW", "Header overflow");
      return;
    }
    if (what === "raw") {
      this.state = "raw";
      return;
    }
    if (what === "none") return this.complete([]);
    const encoding = headers.get("transfer-encoding");
    const length = headers.get("content-length");
    if (encoding !== undefined) {
      if (length !== undefined) throw bad("HPE_INVALID_CONTENT_LENGTH", "Content-Length can't be present with Transfer-Encoding");
      this.state = /(^|,)\s*chunked\s*$/i.test(encoding) ? "size" : "open";
    } else if (length !== undefined) {
      this.left = Number(length);
      this.state = "length";
      if (this.left === 0) this.complete([]);
    } else this.state = "open";
    if (this.state === "open") this.keepAlive = false;
  }

  private complete(trailers: string[]): void {
    this.state = "done";
    this.handler.end(trailers);
  }
}

/** Returns names and values in turn. A line that begins with a blank continues the line before it. */
function fields(lines: string[]): string[] {
  const raw: string[] = [];
  for (const text of lines) {
    if (/^[ \t]/.test(text) && raw.length > 0) {
      raw[raw.length - 1] = `${raw[raw.length - 1]} ${text.trim()}`.trim();
      continue;
    }
    const at = text.indexOf(":");
    if (at <= 0 || /[\s\x00-\x1f]/.test(text.slice(0, at))) throw bad("HPE_INVALID_HEADER_TOKEN", "Invalid header token");
    const value = text.slice(at + 1).replace(/^[ \t]+|[ \t]+$/g, "");
    if (/[\x00\r\n]/.test(value)) throw bad("HPE_INVALID_HEADER_TOKEN", "Invalid header value char");
    raw.push(text.slice(0, at), value);
  }
  return raw;
}
