// This file has the formats of texts that JSON Schema names.

const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(s: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(s) ?? []).map(Number);
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= days[month - 1] + Number(leap);
}

// Minutes may have a 60th second at the end of a day in UTC.
function isTime(s: string): boolean {
  const m = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(s);
  if (!m) return false;
  const [hour, minute, second, away, off] = [m[1], m[2], m[3], m[5] ?? 0, m[6] ?? 0].map(Number);
  if (hour > 23 || minute > 59 || second > 60 || away > 23 || off > 59) return false;
  const utc = hour * 60 + minute + (away * 60 + off) * (m[4] === "+" ? -1 : 1);
  return second < 60 || (utc + 1440) % 1440 === 1439;
}

function isDateTime(s: string): boolean {
  const parts = s.split(/t|\s/i);
  return parts.length === 2 && isDate(parts[0]) && isTime(parts[1]);
}

const byte = "(?:25[0-5]|2[0-4]\\d|[01]?\\d\\d?)";
const ipv4 = new RegExp(`^${byte}(?:\\.${byte}){3}$`);
const isIPv4 = (s: string) => ipv4.test(s);

function isIPv6(s: string): boolean {
  const last = /(?:^|:)(\d+\.[\d.]+)$/.exec(s);
  if (last && (!isIPv4(last[1]) || /(?:^|\.)0\d/.test(last[1]))) return false;
  const halves = (last ? s.slice(0, -last[1].length) + "0:0" : s).split("::");
  const groups = halves.flatMap((half) => (half ? half.split(":") : []));
  if (halves.length > 2 || !groups.every((g) => /^[\da-f]{1,4}$/i.test(g))) return false;
  return halves.length === 2 ? groups.length <= 7 : groups.length === 8;
}

const label = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";
const hostname = new RegExp(`^${label}(?:\\.${label})*$`, "i");
const isHostname = (s: string) => s.length <= 253 && hostname.test(s);

function isEmail(s: string): boolean {
  const m = /^("(?:[ !#-[\]-~]|\\[ -~])*"|[\w.!#$%&'*+/=?^`{|}~-]+)@(.+)$/.exec(s);
  if (!m || m[1].length > 64 || m[2].length > 253) return false;
  if (m[1][0] !== '"' && /^\.|\.\.|\.$/.test(m[1])) return false;
  const address = /^\[(ipv6:)?(.*)\]$/i.exec(m[2]);
  return address ? (address[1] ? isIPv6 : isIPv4)(address[2]) : isHostname(m[2]);
}

const escaped = "|%[\\da-f]{2})";
const letter = "(?:[\\w.~!$&'()*+,;=:@-]" + escaped;
const host = "(?:[\\w.~!$&'()*+,;=-]" + escaped + "*";
const authority = `//(?:(?:[\\w.~!$&'()*+,;=:-]${escaped}*@)?(?:\\[([\\da-f:.]+)\\]|${host})(?::\\d*)?(?:/${letter}*)*`;
const path = `(?:${authority}|/?${letter}+(?:/${letter}*)*|/`;
const rest = `(?:\\?(?:[/?]|${letter})*)?(?:#(?:[/?]|${letter})*)?$`;
function uri(start: string, none: string): (s: string) => boolean {
  const re = new RegExp(start + path + none + ")" + rest, "i");
  return (s) => {
    const m = re.exec(s);
    return !!m && (!m[1] || isIPv6(m[1]));
  };
}

function isRegExp(s: string): boolean {
  try {
    return !/[^\\]\\Z/.test(s) && !!new RegExp(s, "u");
  } catch (e) {
    return false;
  }
}

const matches = (re: RegExp) => (s: string) => re.test(s);

/** Reports for each format whether a text has it. */
export const formats: Record<string, (s: string) => boolean> = {
  date: isDate,
  time: isTime,
  "date-time": isDateTime,
  duration: matches(/^P(?:\d+W|(?=.)(?!T$)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/),
  email: isEmail,
  hostname: isHostname,
  ipv4: isIPv4,
  ipv6: isIPv6,
  uri: uri("^[a-z][a-z\\d+.-]*:", ""),
  "uri-reference": uri("^(?:[a-z][a-z\\d+.-]*:)?", "|"),
  url: (s) => /^(?:https?|ftp):\/\/[^\s/]+(?:\/\S*)?$/i.test(s) && formats.uri(encodeURI(s)),
  uuid: matches(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i),
  regex: isRegExp,
  "json-pointer": matches(/^(?:\/(?:[^~/]|~[01])*)*$/),
  "json-pointer-uri-fragment": matches(/^#(?:\/(?:[\w.!$&'()*+,;:=@-]|%[\da-f]{2}|~[01])*)*$/i),
  "relative-json-pointer": matches(/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/),
};
