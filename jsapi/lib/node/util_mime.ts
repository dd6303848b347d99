// This file has MIMEType and MIMEParams of node:util.
import { fault } from "./errors";

const notToken = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const notValue = /[^\t\u0020-\u007e\u0080-\u00ff]/;

const wrong = (what: string, text: string, at: number): Error =>
  fault("TypeError", "ERR_INVALID_MIME_SYNTAX", `The MIME syntax for a ${what} in ${JSON.stringify(text)} is invalid${at >= 0 ? ` at ${at}` : ""}`);

/** Returns a token in lower case, or throws the error for what is not one. */
function token(text: string, what: string, whole = text): string {
  const at = text.search(notToken);
  if (text === "" || at >= 0) throw wrong(what, whole, at);
  return text.toLowerCase();
}

export class MIMEParams {
  #map = new Map<string, string>();
  delete(name: any): void {
    this.#map.delete(`${name}`);
  }
  get(name: any): string | null {
    const value = this.#map.get(`${name}`);
    return value === undefined ? null : value;
  }
  has(name: any): boolean {
    return this.#map.has(`${name}`);
  }
  set(name: any, value: any): void {
    const [key, text] = [`${name}`, `${value}`];
    const at = key.search(notToken);
    if (key === "" || at >= 0) throw wrong("parameter name", key, at);
    const bad = text.search(notValue);
    if (bad >= 0) throw wrong("parameter value", text, bad);
    this.#map.set(key, text);
  }
  entries(): IterableIterator<[string, string]> {
    return this.#map.entries();
  }
  keys(): IterableIterator<string> {
    return this.#map.keys();
  }
  values(): IterableIterator<string> {
    return this.#map.values();
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#map.entries();
  }
  toString(): string {
    return [...this.#map].map(([name, value]) => `${name}=${value === "" || notToken.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value}`).join(";");
  }
  toJSON(): string {
    return this.toString();
  }
  /** Adds the parameters of a text such as "charset=utf-8; q=1". Those that are not valid are left out. */
  static read(text: string): MIMEParams {
    const params = new MIMEParams();
    for (const m of text.matchAll(/[ \t\r\n]*([^;=]*)(?:=("(?:[^"\\]|\\[^])*(?:"|$)|[^;]*)[^;]*)?(?:;|$)/g)) {
      const name = m[1].toLowerCase();
      if (m[2] === undefined || name === "" || notToken.test(name) || params.#map.has(name)) continue;
      const quoted = m[2][0] === '"';
      const value = quoted ? m[2].replace(/^"|"$/g, "").replace(/\\([^])/g, "$1") : m[2].replace(/[ \t\r\n]+$/, "");
      if ((value === "" && !quoted) || notValue.test(value)) continue;
      params.#map.set(name, value);
    }
    return params;
  }
}

export class MIMEType {
  #type: string;
  #subtype: string;
  #params: MIMEParams;
  constructor(text: any) {
    const input = `${text}`.replace(/^[ \t\r\n]+/, "");
    const slash = input.indexOf("/");
    if (slash < 0) throw wrong("type", input, input.search(notToken));
    this.#type = token(input.slice(0, slash), "type", input);
    const semicolon = input.indexOf(";", slash);
    const subtype = input.slice(slash + 1, semicolon < 0 ? undefined : semicolon).replace(/[ \t\r\n]+$/, "");
    const at = subtype.search(notToken);
    if (subtype === "" || at >= 0) throw wrong("subtype", input, at);
    this.#subtype = subtype.toLowerCase();
    this.#params = MIMEParams.read(semicolon < 0 ? "" : input.slice(semicolon + 1));
  }
  get type(): string {
    return this.#type;
  }
  set type(value: any) {
    this.#type = token(`${value}`, "type");
  }
  get subtype(): string {
    return this.#subtype;
  }
  set subtype(value: any) {
    this.#subtype = token(`${value}`, "subtype");
  }
  get essence(): string {
    return `${this.#type}/${this.#subtype}`;
  }
  get params(): MIMEParams {
    return this.#params;
  }
  toString(): string {
    const params = this.#params.toString();
    return params === "" ? this.essence : `${this.essence};${params}`;
  }
  toJSON(): string {
    return this.toString();
  }
}
