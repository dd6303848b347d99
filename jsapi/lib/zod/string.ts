// This file has z.string() and the formats of strings.
import { texts } from "./checks";
import { Params, Payload, ZodType, checkMethods, coerce, fail, kind, mismatch, norm } from "./core";

export class ZodString extends ZodType<string, string> {
  _parse(p: Payload): Payload {
    coerce(p, this, String);
    return typeof p.value === "string" ? p : mismatch(p, this, "string");
  }
}

export interface ZodString {
  min(n: number, p?: Params): this;
  max(n: number, p?: Params): this;
  length(n: number, p?: Params): this;
  nonempty(p?: Params): this;
  regex(re: RegExp, p?: Params): this;
  includes(s: string, p?: any): this;
  startsWith(s: string, p?: Params): this;
  endsWith(s: string, p?: Params): this;
  lowercase(p?: Params): this;
  uppercase(p?: Params): this;
  trim(): this;
  normalize(form?: string): this;
  toLowerCase(): this;
  toUpperCase(): this;
  email(p?: any): this;
  url(p?: any): this;
  uuid(p?: any): this;
  uuidv4(p?: any): this;
  uuidv6(p?: any): this;
  uuidv7(p?: any): this;
  guid(p?: any): this;
  nanoid(p?: any): this;
  cuid(p?: any): this;
  cuid2(p?: any): this;
  ulid(p?: any): this;
  ipv4(p?: any): this;
  base64(p?: any): this;
  datetime(p?: any): this;
  date(p?: any): this;
  time(p?: any): this;
  duration(p?: any): this;
}

const hex = "[0-9a-fA-F]";
const minutes = "(?:[01]\\d|2[0-3]):[0-5]\\d";
const day =
  "(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))";
const byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])";
const zeros = "00000000-0000-0000-0000-000000000000";

const uuidSource = (version: string, variant: string) => `${hex}{8}-${hex}{4}-${version}${hex}{3}-${variant}${hex}{3}-${hex}{12}`;

function clock(precision: any, seconds?: boolean): string {
  if (typeof precision !== "number") return minutes + (seconds ? ":[0-5]\\d(?:\\.\\d+)?" : "(?::[0-5]\\d(?:\\.\\d+)?)?");
  return precision < 0 ? minutes : minutes + ":[0-5]\\d" + (precision ? `\\.\\d{${precision}}` : "");
}

// The patterns of formats, without ^ and $. They are compiled at their first use.
const sources: { [name: string]: string | ((def: any) => string) } = {
  email: "(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}",
  guid: `(${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12})`,
  uuid(d) {
    const v = d.version;
    if (v && !/^v[1-8]$/.test(v)) throw new Error(`Invalid UUID version: "${v}"`);
    return `(${uuidSource(v ? v[1] : "[1-8]", "[89abAB]")}${v ? "" : `|${zeros}|${zeros.replace(/0/g, "f")}`})`;
  },
  nanoid: "[a-zA-Z0-9_-]{21}",
  cuid: "[cC][0-9a-z]{6,}",
  cuid2: "[0-9a-z]+",
  ulid: "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}",
  ipv4: `(?:${byte}\\.){3}${byte}`,
  base64: "$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?",
  datetime: (d) =>
    `${day}T(?:${clock(d.precision, true)}(?:Z${d.offset ? `|([+-]${minutes})` : ""})${d.local ? "|" + clock(d.precision) : ""})`,
  date: day,
  time: (d) => clock(d.precision),
  duration: "P(?:(\\d+W)|(?!.*W)(?=\\d|T\\d)(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+([.,]\\d+)?S)?)?)",
};

// Returns the parts of a URL, with the URL class of the host if there is one.
function splitURL(s: string): { protocol: string; hostname: string; href: string } | undefined {
  const URL = (globalThis as any).URL;
  if (URL)
    try {
      return new URL(s);
    } catch (e) {
      return undefined;
    }
  const m = /^([a-z][a-z0-9+.-]*:)(?:[\\/]*(?:[^@\\/?#]*@)?(\[[^\]]*\]|[^:\\/?#]*)(?::\d*)?(?=[\\/?#]|$))?/i.exec(s);
  const special = m && /^(https?|wss?|ftp):$/i.test(m[1]);
  if (!m || (special && (!m[2] || /[\s<>^|%]/.test(m[2])))) return undefined;
  return { protocol: m[1].toLowerCase(), hostname: (m[2] || "").toLowerCase(), href: s };
}

function checkURL(p: Payload, inst: any): void {
  const d = inst.def;
  const s = p.value.trim();
  const bad = (more?: any) => fail(p, inst, { code: "invalid_format", format: "url", ...more });
  const u: any = splitURL(s);
  if (!u) return bad();
  for (const part of ["hostname", "protocol"]) {
    const re: RegExp = d[part];
    if (!re) continue;
    re.lastIndex = 0;
    if (!re.test(u[part].replace(/:$/, ""))) bad({ note: "Invalid " + part, pattern: re.source });
  }
  p.value = d.normalize ? u.href : s.replace(/[\t\n\r]/g, "");
}

/** A string of a certain format. It is a schema, and also the check that z.string().email() adds. */
export class ZodStringFormat extends ZodString {
  constructor(def: any) {
    const s = sources[def.format];
    if (!def.pattern && s) def.pattern = new RegExp(`^${typeof s === "string" ? s : s(def)}$`);
    super(def);
  }
  _check(p: Payload): any {
    const { format, pattern } = this.def;
    if (format === "url") return checkURL(p, this);
    pattern.lastIndex = 0;
    if (pattern.test(p.value)) return;
    const issue = { code: "invalid_format", format };
    fail(p, this, format === "base64" ? issue : { origin: "string", ...issue, pattern: String(pattern) });
  }
}

const formatter =
  (format: string, more?: any) =>
  (p?: any): ZodString =>
    new ZodStringFormat({ type: "string", format, check: "string_format", abort: false, ...more, ...norm(p) });

export const email = formatter("email");
export const url = formatter("url");
export const guid = formatter("guid");
export const uuid = formatter("uuid");
export const uuidv4 = formatter("uuid", { version: "v4" });
export const uuidv6 = formatter("uuid", { version: "v6" });
export const uuidv7 = formatter("uuid", { version: "v7" });
export const nanoid = formatter("nanoid");
export const cuid = formatter("cuid");
export const cuid2 = formatter("cuid2");
export const ulid = formatter("ulid");
export const ipv4 = formatter("ipv4");
export const base64 = formatter("base64");
const datetime = formatter("datetime");
const date = formatter("date");
const time = formatter("time");
const duration = formatter("duration");
export const iso = { datetime, date, time, duration };

checkMethods(ZodString, texts);
checkMethods(ZodString, { email, url, guid, uuid, uuidv4, uuidv6, uuidv7, nanoid, cuid, cuid2, ulid, ipv4, base64, ...iso });

export const string = kind(ZodString, { type: "string" });
export const coerceString = kind(ZodString, { type: "string", coerce: true });
