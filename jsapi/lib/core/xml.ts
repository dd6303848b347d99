// This file parses XML that models write: names, texts and nested elements. Attributes, comments and CDATA are skipped.

export type Content = string | Array<Record<string, Content>>;

interface Element {
  name: string;
  text: string;
  children: Array<Record<string, Content>>;
}

const named: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const nameStart = /[:_A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]/;
const nameEnd = /[\s/>=]/;
const isSpace = (c: string) => c === " " || c === "\n" || c === "\t" || c === "\r";

/** Returns the character for an entity, or undefined if there is no such entity. */
function entity(name: string): string | undefined {
  const number = /^#(?:[xX]([0-9a-fA-F]+)|([0-9]+))$/.exec(name);
  if (!number) return named[name];
  const code = number[1] ? parseInt(number[1], 16) : parseInt(number[2], 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Parses a text, which may end anywhere, because a model may still be writing it. The last mistake is reported at the end. */
class Reader {
  private at = 0;
  private mistake: { message: string; at: number } | undefined;
  private open: Element[] = [];
  private names = new Map<string, number>(); // how many elements with a name are open
  private root: Record<string, Content> = {};
  private done = false;

  constructor(private text: string) {}

  read(): Record<string, Content> {
    while (this.at < this.text.length) this.text[this.at] === "<" ? this.readTag() : this.readText();
    while (this.open.length) this.close();
    if (this.mistake) throw new Error(`${this.mistake.message}\n${this.place(this.mistake.at)}`);
    return this.root;
  }

  private wrong(message: string, at: number): void {
    this.mistake = { message, at };
  }

  private place(at: number): string {
    const before = this.text.slice(0, at);
    return `Line: ${before.split("\n").length - 1}\nColumn: ${at - before.lastIndexOf("\n")}\nChar: ${this.text[at]}`;
  }

  private readText(): void {
    const next = this.text.indexOf("<", this.at);
    const end = next < 0 ? this.text.length : next;
    const element = this.open[this.open.length - 1];
    for (; this.at < end; this.at++) {
      const c = this.text[this.at];
      if (!element || this.done) {
        if (!isSpace(c)) this.wrong("Text data outside of root node.", this.at);
      } else if (c !== "&") {
        element.text += c;
      } else if (!this.readEntity(element, end)) {
        return;
      }
    }
  }

  /** Reads an entity in a text that ends at end. Returns false if the text ends inside of it. */
  private readEntity(element: Element, end: number): boolean {
    const semicolon = this.text.indexOf(";", this.at);
    if (semicolon < 0 || semicolon >= end) {
      if (end < this.text.length) this.wrong("Invalid character in entity name", end);
      this.at = end;
      return false;
    }
    const name = this.text.slice(this.at + 1, semicolon);
    const c = entity(name);
    if (c === undefined) this.wrong("Invalid character entity", semicolon);
    element.text += c ?? `&${name};`;
    this.at = semicolon;
    return true;
  }

  private readTag(): void {
    const rest = this.text.slice(this.at + 1, this.at + 9);
    if (rest.startsWith("!--")) return this.skip("-->");
    if (rest.startsWith("![CDATA[")) return this.skip("]]>");
    if (rest[0] === "?") return this.skip("?>");
    if (rest[0] === "!") return this.skip(/^<![^>[]*\[/.test(this.text.slice(this.at)) ? "]>" : ">");
    if (rest[0] === "/") return this.readClosing();
    if (rest[0] === undefined || nameStart.test(rest[0])) return this.readOpening();
    const next = this.text.slice(this.at + 1).search(/\S/);
    if (next >= 0) this.wrong("Unencoded <", this.at + 1 + next);
    const element = this.open[this.open.length - 1];
    if (element) element.text += "<";
    this.at++;
  }

  private skip(end: string): void {
    const i = this.text.indexOf(end, this.at + 2);
    this.at = i < 0 ? this.text.length : i + end.length;
  }

  private readClosing(): void {
    const end = this.text.indexOf(">", this.at);
    const name = this.text.slice(this.at + 2, end < 0 ? undefined : end).trim();
    this.at = end < 0 ? this.text.length : end + 1;
    if (end < 0) return;
    if (!nameStart.test(name[0] ?? "")) return this.wrong("Invalid tagname in closing tag.", end);
    if (!this.names.get(name)) return this.wrong(`Unmatched closing tag: ${name}`, end);
    if (this.open[this.open.length - 1].name !== name) this.wrong("Unexpected close tag", end);
    for (let closed = ""; closed !== name; ) closed = this.close();
  }

  private readOpening(): void {
    let i = this.at + 1;
    while (i < this.text.length && !nameEnd.test(this.text[i])) i++;
    const name = this.text.slice(this.at + 1, i);
    i = this.skipAttributes(i);
    this.at = i + 1;
    if (i >= this.text.length) return; // the tag is incomplete
    this.open.push({ name, text: "", children: [] });
    this.names.set(name, (this.names.get(name) ?? 0) + 1);
    if (this.text[i - 1] === "/") this.close();
  }

  /** Returns the position of the ">" of a tag whose name ends at i. */
  private skipAttributes(i: number): number {
    let named = false; // whether the name of an attribute was read, and its value was not
    for (; i < this.text.length && this.text[i] !== ">"; i++) {
      const c = this.text[i];
      if (c === "=") {
        while (isSpace(this.text[i + 1])) i++;
        const quote = this.text[i + 1];
        if (quote === '"' || quote === "'") {
          const end = this.text.indexOf(quote, i + 2);
          if (end < 0) return this.text.length;
          i = end;
          if (nameStart.test(this.text[i + 1] ?? "")) this.wrong("No whitespace between attributes", i + 1);
        } else if (quote !== undefined) {
          this.wrong("Unquoted attribute value", i + 1);
          while (i + 1 < this.text.length && !isSpace(this.text[i + 1]) && this.text[i + 1] !== ">") i++;
        }
        named = false;
      } else if (!isSpace(c) && c !== "/") {
        named = true;
      }
    }
    if (named && i < this.text.length) this.wrong("Attribute without value", i);
    return i;
  }

  /** Ends the innermost element, and returns its name. */
  private close(): string {
    const { name, text, children } = this.open.pop()!;
    this.names.set(name, this.names.get(name)! - 1);
    const content = children.length ? children : text;
    const parent = this.open[this.open.length - 1];
    if (parent) parent.children.push({ [name]: content });
    else if (!this.done) this.root = { [name]: content };
    this.done ||= !parent;
    return name;
  }
}

/** Returns the root element of the XML in a text, which may be between code fences. The element has its text, or its elements in their order. */
export function parseXMLMarkdown(s: string): Record<string, Content> {
  const fenced = /```(?:xml)?(.*)```/s.exec(s);
  const text = (fenced ? fenced[1] : s.trim()).replace(/\n[^\S\n]+/g, "\n");
  return new Reader(text).read();
}

export const XML_FORMAT_INSTRUCTIONS = `The output should be formatted as a XML file.
1. Output should conform to the tags below.
2. If tags are not given, make them on your own.
3. Remember to always open and close all the tags.

As an example, for the tags ["foo", "bar", "baz"]:
1. String "<foo>
   <bar>
      <baz></baz>
   </bar>
</foo>" is a well-formatted instance of the schema.
2. String "<foo>
   <bar>
   </foo>" is a badly-formatted instance.
3. String "<foo>
   <tag>
   </tag>
</foo>" is a badly-formatted instance.

Here are the output tags:
\`\`\`
{tags}
\`\`\``;
