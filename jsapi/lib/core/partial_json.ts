// This file parses incomplete JSON, which a model is still writing.

const escapes: any = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\\": "\\", '"': '"', "/": "/" };
const words: any = { null: null, true: true, false: false };

class Reader {
  at = 0;
  constructor(readonly s: string) {}
  /** Skips blanks. Reports whether nothing follows. */
  ends(): boolean {
    while (/\s/.test(this.s[this.at] || "")) this.at++;
    return this.at >= this.s.length;
  }
  bad(): never {
    throw new Error(`Unexpected character '${this.s[this.at]}' at position ${this.at}`);
  }
  take(re: RegExp): RegExpExecArray {
    const m = re.exec(this.s.slice(this.at)) || this.bad();
    this.at += m[0].length;
    return m;
  }
  value(): any {
    const c = this.ends() ? this.bad() : this.s[this.at];
    if (c === '"') return this.text();
    if (c === "{" || c === "[") return this.list(c === "{" ? {} : [], c === "{" ? "}" : "]");
    for (const w in words) {
      const part = this.s.slice(this.at, this.at + w.length);
      if (!w.startsWith(part)) continue;
      this.at += part.length;
      return words[w];
    }
    const [n] = this.take(/^(?=[-\d])-?(?:0(?!\d)|[1-9]\d*)?(?:\.\d*)?(?:[eE][+-]?\d*)?/);
    const v = n === "-" ? -0 : parseFloat(n);
    return Number.isNaN(v) ? this.bad() : v;
  }
  text(): string {
    const [, body, slash] = this.take(/^"((?:[^"\\]|\\[\s\S])*)(\\?)"?/);
    const whole = body.replace(/\\(?:u([\da-fA-F]{0,4})|([\s\S]))/g, (_m, hex, c) => {
      if (hex !== undefined) return hex.length === 4 ? String.fromCharCode(parseInt(hex, 16)) : "u" + hex;
      return escapes[c] ?? this.bad();
    });
    return whole + slash;
  }
  list(out: any, close: string): any {
    this.at++;
    if (!this.ends() && this.s[this.at] === close) {
      this.at++;
      return out;
    }
    while (!this.ends()) {
      if (close === "]") out.push(this.value());
      else {
        const key = this.text();
        if (this.ends()) return out;
        this.take(/^:/);
        if (this.ends()) return out;
        out[key] = this.value();
      }
      if (this.ends()) return out;
      if (this.take(/^[,\]}]/)[0] === close) return out;
      if (this.s[this.at - 1] !== ",") this.bad();
    }
    return out;
  }
}

/** Returns the value of s, as far as it is there, or null if it is not valid JSON. */
export function parsePartialJson(s: string | undefined): any {
  if (s === undefined) return null;
  try {
    return JSON.parse(s);
  } catch (e) {
    // the text is parsed as far as it goes
  }
  try {
    const r = new Reader(s.trim());
    const v = r.value();
    return r.ends() ? v : null;
  } catch (e) {
    return null;
  }
}
