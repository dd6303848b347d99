// This file has z.string() and the formats of strings.
import { formatOf, readers, texts } from "./checks";
import { Params, Payload, ZodType, checkMethods, coerce, fail, kind, lacking, mismatch, norm } from "./core";

export class ZodString extends ZodType<string, string> {
  _parseValue(p: Payload): Payload {
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
  ipv6(p?: any): this;
  cidrv4(p?: any): this;
  cidrv6(p?: any): this;
  e164(p?: any): this;
  emoji(p?: any): this;
  jwt(p?: any): this;
  xid(p?: any): this;
  ksuid(p?: any): this;
  base64url(p?: any): this;
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
const group = hex + "{1,4}";
// Returns the pattern of IPv6 addresses.
const six = () =>
  [
    `((${group}:){7}${group}`,
    `(${group}:){1,7}:`,
    `(${group}:){1,6}:${group}`,
    ...[5, 4, 3, 2].map((n) => `(${group}:){1,${n}}(:${group}){1,${7 - n}}`),
    `${group}:((:${group}){1,6})`,
    `:((:${group}){1,7}|:))`,
  ].join("|");
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
  ipv6: six,
  cidrv4: () => `(${byte}\\.){3}${byte}\\/([0-9]|[1-2][0-9]|3[0-2])`.replace(/\?:/g, ""),
  cidrv6: () => six() + `\\/(12[0-8]|1[01][0-9]|[1-9]?[0-9])`,
  e164: "\\+[1-9]\\d{6,14}",
  emoji:
    "(?=[\\s\\S]*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20E3])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+",
  xid: "[0-9a-vA-V]{20}",
  ksuid: "[A-Za-z0-9]{27}",
  base64url: "(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?",
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

// Reports whether s begins with the header of a JSON Web Token.
function isJWT(s: string, alg?: string): boolean {
  try {
    const parts = s.split(".");
    const header = JSON.parse((globalThis as any).atob(parts[0]));
    return parts.length === 3 && (header.typ ?? "JWT") === "JWT" && !!header.alg && (!alg || header.alg === alg);
  } catch (e) {
    return false;
  }
}

/** A string of a certain format. It is a schema, and also the check that z.string().email() adds. */
export class ZodStringFormat extends ZodString {
  constructor(def: any) {
    const s = sources[def.format];
    if (!def.pattern && s) def.pattern = new RegExp(`^${typeof s === "string" ? s : s(def)}$`, def.format === "emoji" ? "u" : "");
    super(def);
  }
  _check(p: Payload): any {
    const { format, pattern } = this.def;
    if (format === "url") return checkURL(p, this);
    const v6 = /v6$/.test(format);
    if (pattern) pattern.lastIndex = 0;
    // The last two groups of an address may be written as an IPv4 address.
    const text = v6 ? p.value.replace(new RegExp(`(${byte}\\.){3}${byte}(?=$|/)`), "0:0") : p.value;
    if (format === "jwt" ? isJWT(text, this.def.alg) : pattern.test(text)) return;
    const issue = { code: "invalid_format", format };
    fail(p, this, v6 || /^(base|jwt)/.test(format) ? issue : { origin: "string", ...issue, pattern: String(pattern) });
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
export const ipv6 = formatter("ipv6");
export const cidrv4 = formatter("cidrv4");
export const cidrv6 = formatter("cidrv6");
export const e164 = formatter("e164");
export const emoji = formatter("emoji");
export const jwt = formatter("jwt");
export const xid = formatter("xid");
export const ksuid = formatter("ksuid");
export const base64url = formatter("base64url");
export const base64 = formatter("base64");
const datetime = formatter("datetime");
const date = formatter("date");
const time = formatter("time");
const duration = formatter("duration");
export const iso = { datetime, date, time, duration };

checkMethods(ZodString, texts);
checkMethods(ZodString, {
  email, url, guid, uuid, uuidv4, uuidv6, uuidv7, nanoid, cuid, cuid2, ulid, ipv4, ipv6, cidrv4, cidrv6, e164, emoji, jwt, xid, ksuid,
  base64url, base64, ...iso,
});
lacking(ZodString, "slugify");
readers(ZodString, { minLength: (b) => b.minimum ?? null, maxLength: (b) => b.maximum ?? null, format: formatOf });

export const string = kind(ZodString, { type: "string" });
export const coerceString = kind(ZodString, { type: "string", coerce: true });
