// This file parses responses of HTTP/1 as llhttp does: byte by byte, with a call for each part of a response. All offsets are in bytes
// of the memory of the instance; see llhttp.ts.

/** Functions that an instance calls, each with the parser that it is about. They return 0 to go on, or the code of an error. */
export interface Imports {
  wasm_on_message_begin(parser: number): number;
  wasm_on_status(parser: number, at: number, length: number): number;
  wasm_on_header_field(parser: number, at: number, length: number): number;
  wasm_on_header_value(parser: number, at: number, length: number): number;
  /** Returns 1 if no body follows, 2 if another protocol follows. */
  wasm_on_headers_complete(parser: number, status: number, upgrade: number, keepAlive: number): number;
  wasm_on_body(parser: number, at: number, length: number): number;
  wasm_on_message_complete(parser: number): number;
}

/** Codes of errors, as llhttp_execute returns them. */
const enum Code {
  Ok, Internal, Strict, LFExpected, UnexpectedLength, Closed, Method, URL, Constant, Version, HeaderToken, Length, ChunkSize, Status, EOF, TransferEncoding,
  MessageBegin, HeadersComplete, MessageComplete, ChunkHeader, ChunkComplete, Paused, PausedUpgrade, PausedH2,
  User, CRExpected,
}

const enum State {
  Start, // before a message; ends of lines are skipped
  Constant, // HTTP/
  Major, Dot, Minor, AfterVersion,
  Status, AfterStatus, // the digits, and what comes after them
  Text, // the reason
  LineEnd, // LF of the first line
  Field, // the first byte of a name, or the end of the head
  Name, AfterName,
  BeforeValue, Value, // the blanks before a value, and the value
  BeforeValueEnd, ValueEnd, // LF of a line without and with a value
  AfterValue, // whether the value continues on the next line
  HeadEnd, // LF of the line after the head
  AfterHead, // the body begins
  ChunkStart, ChunkSize, ChunkExtension, ChunkLineEnd, ChunkData, ChunkCR, ChunkLF,
  Body, // of a known length
  Open, // the body ends with the connection
  Complete, // the message is complete; on_message_complete follows
  Completed, // on_message_complete has returned
  Closed, // after the last message of a connection
}

const enum Flag {
  KeepAlive = 1, Close = 2, ConnectionUpgrade = 4, Chunked = 8, Upgrade = 16, Length = 32, NoBody = 64, Trailers = 128, TransferEncoding = 512,
}

const CR = 13, LF = 10, SPACE = 32, TAB = 9;

/** Letters of names of headers: 1 for each. */
const token = new Uint8Array(256);
for (const letter of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") token[letter.charCodeAt(0)] = 1;

function hexOf(c: number): number {
  if (c >= 48 && c <= 57) return c - 48;
  c |= 32;
  return c >= 97 && c <= 102 ? c - 87 : -1;
}

/** Reports whether responses with a status have no body. */
function bodiless(status: number): boolean {
  return (status >= 100 && status < 200) || status === 204 || status === 304;
}

/** Names of headers that the parser looks at. */
const special = new Set(["connection", "proxy-connection", "content-length", "transfer-encoding", "upgrade"]);

/** The largest length of a body or a chunk. */
const most = 2 ** 64 - 1;

/** The longest name and value that the parser looks at. */
const maxWord = 64;

/** A parser of the responses of one connection. */
export class Parser {
  error: number = Code.Ok;
  reason = "";
  errorAt = 0;
  private state: number = State.Start;
  private flags = 0;
  private index = 0; // in "HTTP/", in the digits of a status, of digits of a chunk size
  private major = 0;
  private minor = 0;
  private status = 0;
  private left = 0; // bytes of the body or of the chunk
  private name = ""; // of the header, in small letters, up to maxWord
  private value = ""; // its last word
  private other = false; // another protocol follows
  private finish: "safe" | "unsafe" | "open" = "safe";

  constructor(readonly id: number, private imports: Imports) {}

  /** Removes a pause. */
  resume(): void {
    if (this.error === Code.Paused) this.error = Code.Ok;
  }

  resumeAfterUpgrade(): void {
    if (this.error === Code.PausedUpgrade) this.error = Code.Ok;
  }

  /** Fails with the code that a callback for a span has returned. */
  private stop(code: number, span: string, at: number): number {
    return this.fail(code === Code.Paused ? code : Code.User, `Span callback error in on_${span}`, at);
  }

  private fail(code: number, reason: string, at: number): number {
    this.error = code;
    this.reason = reason;
    this.errorAt = at;
    return code;
  }

  /** Is called when the connection has ended. */
  end(): number {
    if (this.error !== Code.Ok) return Code.Ok;
    if (this.finish === "open") {
      const code = this.imports.wasm_on_message_complete(this.id);
      if (code !== Code.Ok) this.error = code;
      return code;
    }
    if (this.finish === "unsafe") {
      this.reason = "Invalid EOF state";
      return Code.EOF;
    }
    return Code.Ok;
  }

  private get noLengthNeeded(): boolean {
    const { status, flags } = this;
    if (bodiless(status) || flags & Flag.NoBody) return true;
    if (flags & Flag.TransferEncoding && !(flags & Flag.Chunked)) return false;
    return (flags & (Flag.Chunked | Flag.Length)) !== 0;
  }

  private get keepsAlive(): boolean {
    const again = this.major > 0 && this.minor > 0 ? !(this.flags & Flag.Close) : (this.flags & Flag.KeepAlive) !== 0;
    return again && this.noLengthNeeded;
  }

  /** Parses the bytes of memory from begin to end. Returns the code of an error, or Ok when it has read all. */
  execute(memory: Uint8Array, begin: number, end: number): number {
    if (this.error !== Code.Ok) return this.error;
    let p = begin;
    let mark = begin; // the begin of what a span has in these bytes
    const { imports, id } = this;
    while (p < end || this.state === State.AfterHead || this.state === State.Complete || this.state === State.Completed) {
      const c = p < end ? memory[p] : 0;
      switch (this.state) {
        case State.Start: {
          if (c === CR || c === LF) {
            p++;
            break;
          }
          this.flags = this.index = this.left = this.status = 0;
          this.finish = "unsafe";
          this.state = State.Constant;
          const code = imports.wasm_on_message_begin(id);
          if (code !== Code.Ok) return this.fail(code === Code.Paused ? code : Code.MessageBegin, "`on_message_begin` callback error", p);
          break;
        }
        case State.Constant:
          if (c !== "HTTP/".charCodeAt(this.index)) return this.fail(Code.Constant, "Expected HTTP/, RTSP/ or ICE/", p);
          p++;
          if (++this.index === 5) this.state = State.Major;
          break;
        case State.Major:
          if (c < 48 || c > 57) return this.fail(Code.Version, "Invalid major version", p);
          this.major = c - 48;
          this.state = State.Dot;
          p++;
          break;
        case State.Dot:
          if (c !== 46) return this.fail(Code.Version, "Expected dot", p);
          this.state = State.Minor;
          p++;
          break;
        case State.Minor:
          if (c < 48 || c > 57) return this.fail(Code.Version, "Invalid minor version", p);
          this.minor = c - 48;
          p++;
          if (![9, 10, 11, 20].includes(this.major * 10 + this.minor)) return this.fail(Code.Version, "Invalid HTTP version", p);
          this.state = State.AfterVersion;
          break;
        case State.AfterVersion:
          if (c !== SPACE) return this.fail(Code.Version, "Expected space after version", p);
          this.index = 0;
          this.state = State.Status;
          p++;
          break;
        case State.Status:
          if (c < 48 || c > 57) return this.fail(Code.Status, "Invalid status code", p);
          this.status = this.status * 10 + c - 48;
          p++;
          if (++this.index === 3) this.state = State.AfterStatus;
          break;
        case State.AfterStatus:
          if (c === SPACE) {
            mark = ++p;
            this.state = State.Text;
          } else if (c === CR) {
            p++;
            this.state = State.LineEnd;
          } else return this.fail(Code.Status, "Invalid response status", p);
          break;
        case State.Text: {
          if (c !== CR && c !== LF) {
            p++;
            break;
          }
          this.state = State.LineEnd;
          const at = p++;
          const code = imports.wasm_on_status(id, mark, at - mark);
          if (code !== Code.Ok) return this.stop(code, "status", p);
          if (c === LF) return this.fail(Code.CRExpected, "Missing expected CR after response line", p);
          break;
        }
        case State.LineEnd:
          if (c === CR) return this.fail(Code.HeaderToken, "Invalid header field char", p);
          if (c !== LF) return this.fail(Code.Strict, "Expected LF after CR", p);
          this.state = State.Field;
          p++;
          break;
        case State.Field:
          if (c === CR) {
            p++;
            this.state = State.HeadEnd;
          } else if (c === LF) return this.fail(Code.CRExpected, "Missing expected CR after headers", p);
          else if (token[c] !== 1) return this.fail(Code.HeaderToken, "Invalid header token", p);
          else {
            mark = p;
            this.name = this.value = "";
            this.state = State.Name;
          }
          break;
        case State.Name:
          if (token[c] === 1) {
            if (this.name.length < maxWord) this.name += String.fromCharCode(c).toLowerCase();
            p++;
            break;
          }
          {
            if (c !== 58 && !special.has(this.name)) return this.fail(Code.HeaderToken, "Invalid header token", p);
            const code = p > mark ? imports.wasm_on_header_field(id, mark, p - mark) : Code.Ok;
            if (code !== Code.Ok) return this.stop(code, "header_field", p + 1);
            if (c !== 58) return this.fail(Code.HeaderToken, "Invalid header field char", p);
            this.state = State.AfterName;
            p++;
          }
          break;
        case State.AfterName: {
          const code = this.beginHeader();
          if (code !== Code.Ok) return this.fail(code, code === Code.UnexpectedLength ? "Duplicate Content-Length" : code === Code.Length ? "Content-Length can't be present with Transfer-Encoding" : "Transfer-Encoding can't be present with Content-Length", p);
          this.state = State.BeforeValue;
          break;
        }
        case State.BeforeValue:
          if (c === SPACE || c === TAB) p++;
          else if (c === CR) {
            p++;
            this.state = State.BeforeValueEnd;
          } else if (c === LF) return this.fail(Code.HeaderToken, "Invalid header value char", p);
          else {
            mark = p;
            this.state = State.Value;
          }
          break;
        case State.BeforeValueEnd: {
          if (c !== LF) return this.fail(Code.Strict, "Expected LF after CR", p);
          if (this.name === "content-length" && !(this.flags & Flag.Trailers)) return this.fail(Code.Length, "Empty Content-Length", p + 1);
          p++;
          this.state = State.AfterValue;
          const code = imports.wasm_on_header_value(id, p, 0);
          if (code !== Code.Ok) return this.stop(code, "header_value", p);
          break;
        }
        case State.Value: {
          if (c === TAB || (c >= 32 && c !== 127)) {
            const reason = this.valueByte(c);
            if (reason !== "") return imports.wasm_on_header_value(id, mark, p - mark) === Code.Ok ? this.fail(Code.Length, reason, p) : this.stop(Code.User, "header_value", p);
            p++;
            break;
          }
          this.state = State.ValueEnd;
          const code = p > mark ? imports.wasm_on_header_value(id, mark, p - mark) : Code.Ok;
          if (code !== Code.Ok) return this.stop(code, "header_value", p);
          if (c !== CR && c !== LF) return this.fail(Code.HeaderToken, "Invalid header value char", p);
          if (c === LF) return this.fail(Code.CRExpected, "Missing expected CR after header value", p);
          p++;
          break;
        }
        case State.ValueEnd:
          if (c !== LF) return this.fail(Code.LFExpected, "Missing expected LF after header value", p);
          p++;
          this.state = State.AfterValue;
          break;
        case State.AfterValue: {
          if (c === SPACE || c === TAB) return this.fail(Code.HeaderToken, "Unexpected whitespace after header value", p);
          this.endHeader();
          this.state = State.Field;
          break;
        }
        case State.HeadEnd: {
          if (c !== LF) return this.fail(Code.Strict, "Expected LF after headers", p);
          p++;
          if (this.flags & Flag.Trailers) {
            this.state = State.Complete;
            break;
          }
          const code = this.headComplete();
          if (code !== Code.Ok) return this.fail(code, code === Code.Paused ? "on_headers_complete pause" : "User callback error", p);
          break;
        }
        case State.AfterHead:
          this.beginBody();
          break;
        case State.ChunkStart: {
          const digit = hexOf(c);
          if (digit < 0) return this.fail(Code.ChunkSize, "Invalid character in chunk size", p);
          this.left = digit;
          this.state = State.ChunkSize;
          p++;
          break;
        }
        case State.ChunkSize: {
          const digit = hexOf(c);
          if (digit >= 0) {
            this.left = this.left * 16 + digit;
            if (this.left > most) return this.fail(Code.ChunkSize, "Chunk size overflow", p + 1);
            p++;
          } else if (c === CR) {
            p++;
            this.state = State.ChunkLineEnd;
          } else if (c === 59) {
            p++;
            this.state = State.ChunkExtension;
          } else if (c === LF) return this.fail(Code.CRExpected, "Missing expected CR after chunk size", p + 1);
          else return this.fail(Code.ChunkSize, "Invalid character in chunk size", p + 1);
          break;
        }
        case State.ChunkExtension:
          if (c === CR) this.state = State.ChunkLineEnd;
          else if (c !== TAB && (c < 32 || c === 127)) return this.fail(Code.Strict, "Invalid character in chunk extensions", p);
          p++;
          break;
        case State.ChunkLineEnd:
          if (c !== LF) return this.fail(Code.Strict, "Expected LF after chunk size", p);
          p++;
          if (this.left === 0) {
            this.flags |= Flag.Trailers;
            this.state = State.Field;
          } else this.state = State.ChunkData;
          break;
        case State.ChunkData:
        case State.Body:
        case State.Open: {
          const { state } = this;
          const size = state === State.Open ? end - p : Math.min(this.left, end - p);
          this.left -= state === State.Open ? 0 : size;
          if (this.left === 0 && state !== State.Open) this.state = state === State.Body ? State.Complete : State.ChunkCR;
          const at = p;
          p += size;
          const code = imports.wasm_on_body(id, at, size);
          if (code !== Code.Ok) return this.stop(code, "body", p);
          break;
        }
        case State.ChunkCR:
          if (c !== CR) return this.fail(Code.Strict, "Expected LF after chunk data", p);
          p++;
          this.state = State.ChunkLF;
          break;
        case State.ChunkLF:
          if (c !== LF) return this.fail(Code.Strict, "Expected LF after chunk data", p);
          p++;
          this.state = State.ChunkStart;
          break;
        case State.Complete: {
          this.state = State.Completed;
          const code = imports.wasm_on_message_complete(id);
          if (code !== Code.Ok) return this.fail(code === Code.Paused ? code : Code.MessageComplete, code === Code.Paused ? "on_message_complete pause" : "`on_message_complete` callback error", p);
          break;
        }
        case State.Completed: {
          const { other } = this;
          this.finish = "safe";
          this.other = false;
          this.state = other || this.keepsAlive ? State.Start : State.Closed;
          if (other) return this.fail(Code.PausedUpgrade, "Pause on CONNECT/Upgrade", p);
          break;
        }
        default:
          if (c !== CR && c !== LF) return this.fail(Code.Closed, "Data after `Connection: close`", p);
          p++;
      }
    }
    return this.flush(mark, end);
  }

  /** Passes on what a span has in the bytes that end. */
  private flush(mark: number, end: number): number {
    const { imports, id } = this;
    const [span, report] = this.state === State.Text ? ["status", imports.wasm_on_status]
      : this.state === State.Name ? ["header_field", imports.wasm_on_header_field]
      : this.state === State.Value ? ["header_value", imports.wasm_on_header_value] : ["", () => Code.Ok];
    const code = end > mark ? report(id, mark, end - mark) : Code.Ok;
    return code === Code.Ok ? code : this.stop(code, span, end);
  }

  /** Looks at the name of a header. */
  private beginHeader(): number {
    if (this.flags & Flag.Trailers) return Code.Ok;
    if (this.name === "content-length") {
      if (this.flags & Flag.Length) return Code.UnexpectedLength;
      if (this.flags & Flag.TransferEncoding) return Code.Length;
      this.flags |= Flag.Length;
    } else if (this.name === "transfer-encoding") {
      if (this.flags & Flag.Length) return Code.TransferEncoding;
      this.flags = (this.flags & ~Flag.Chunked) | Flag.TransferEncoding;
    } else if (this.name === "upgrade") this.flags |= Flag.Upgrade;
    return Code.Ok;
  }

  /** Takes a byte of a value that the parser looks at. Returns the reason if it is wrong. */
  private valueByte(c: number): string {
    switch (this.flags & Flag.Trailers ? "" : this.name) {
      case "content-length":
        if (c === SPACE || c === TAB) this.value = " ";
        else if (c < 48 || c > 57 || this.value === " ") return "Invalid character in Content-Length";
        else {
          this.left = this.left * 10 + c - 48;
          if (this.left > most) return "Content-Length overflow";
        }
        break;
      case "connection":
      case "proxy-connection":
      case "transfer-encoding":
        if (c === 44) {
          this.word();
          this.value = "";
        } else if (this.value.length < maxWord) this.value += String.fromCharCode(c).toLowerCase();
    }
    return "";
  }

  /** Looks at an element of the value of a header. */
  private word(): void {
    const word = this.value.trim();
    if (this.name === "transfer-encoding") {
      if (word === "chunked") this.flags |= Flag.Chunked;
      else this.flags &= ~Flag.Chunked;
    } else if (word === "close") this.flags |= Flag.Close;
    else if (word === "keep-alive") this.flags |= Flag.KeepAlive;
    else if (word === "upgrade") this.flags |= Flag.ConnectionUpgrade;
  }

  private endHeader(): void {
    if (!(this.flags & Flag.Trailers) && (this.name.endsWith("connection") || this.name === "transfer-encoding")) this.word();
  }

  /** Reports a head, and takes what is said about the body. */
  private headComplete(): number {
    const upgrade = this.flags & Flag.Upgrade && this.flags & Flag.ConnectionUpgrade && this.status === 101 ? 1 : 0;
    const said = this.imports.wasm_on_headers_complete(this.id, this.status, upgrade, this.keepsAlive ? 1 : 0);
    this.state = State.AfterHead;
    if (said === 1 || said === 2) this.flags |= Flag.NoBody;
    else if (said !== 0 && said !== Code.Paused) return Code.HeadersComplete;
    this.other = upgrade === 1 || said === 2;
    return said === Code.Paused ? said : Code.Ok;
  }

  private beginBody(): void {
    const { flags, status } = this;
    this.other = status === 101 || (this.other && ((flags & Flag.NoBody) !== 0 || !(flags & Flag.Chunked || this.left > 0)));
    if (this.other) this.state = State.Complete;
    else if (flags & Flag.NoBody || bodiless(status)) this.state = State.Complete;
    else if (flags & Flag.Chunked) this.state = State.ChunkStart;
    else if (flags & Flag.TransferEncoding || (!(flags & Flag.Length) && !this.noLengthNeeded)) {
      this.state = State.Open;
      this.finish = "open";
    } else if (!(flags & Flag.Length) || this.left === 0) this.state = State.Complete;
    else this.state = State.Body;
  }
}
