// Pins: what a parser of XML says of a mistake, and what it makes of long and deep texts
import { XMLOutputParser, parseXMLMarkdown } from "@langchain/core/output_parsers";
let seed = 11; const rnd = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const pick = (a) => a[rnd(a.length)];
const junk = ["<", ">", "&", ";", "=", "\"", "'", "/", "!", "-", "--", "?", "[", "]", "]]>", "a", " ", "\n", "<!--", "-->", "<![CDATA[", "<!DOCTYPE", "<!doctype d", "<?x", "?>", "&amp;", "&#65;", "&#x1F600;", "&#0;", "&#xD800;", "&AMP;", "&lang;", "&Eacute;", "&nope;", "😀", "é", "\u00d7", "```", "xml", "\ufeff", "\r", "\u00a0", "b c", "x=1", "</", "<a>", "</a>", "</b>", "<b >", "<a-1.x:y>", "</a >", "</ a>", "< b>", "x='1'", ' y = "2"'];
const el = (d) => { const n = pick(["a","b","c"]); const at = pick(["", "", " x='1'", ' y="&lt;2"', " z", " q = 'a'", ' r=1', " e='1'f='2'"]);
  return `<${n}${at}>` + Array.from({ length: rnd(4) }, () => pick([() => d > 3 ? "t" : el(d + 1), () => pick(["text", " ", "\n  ", "a &amp; b", "1 < 2", "&#66;", "<!-- c -->", "<![CDATA[x]]>"])])()).join("") + pick([`</${n}>`, `</${n}>`, `</${n}>`, `</${n} >`, "", "</c>"]); };
for (let i = 0; i < 220; i++) { let s = pick(["", "", "<?xml version='1.0'?>\n", "<!DOCTYPE a [<!ELEMENT b 'x]'>]>", "hi ", "```xml\n", "\ufeff"]) + el(0) + pick(["", "", "\n", "```", " bye"]);
  for (let k = rnd(4); k > 0; k--) { const at = rnd(s.length + 1); s = s.slice(0, at) + pick(junk) + s.slice(at + rnd(3)); }
  if (!rnd(3)) s = s.slice(0, rnd(s.length + 1));
  if (/<[^<]*\/>/.test(s.replace(/\s/g, ""))) continue; // a tag without content ends its parent on Node
  let r; try { r = JSON.stringify(parseXMLMarkdown(s)); } catch (e) { r = e.name + " " + JSON.stringify(e.message); }
  console.log(JSON.stringify(s), r); }

for (const s of ['<a ="1">t</a>', "<a 1>t</a>", "<a b<c>t</a>", "<a b='1'c='2'>t</a>", "<a b=1>t</a>", "<a b>t</a>", "<a/b>t</a>", "<a!>t</a>", "<a><1></a>", "<a></ 1a></a>", "<a></a b>", "<a><b></a></b>", "<a></>", "<a>&;</a>", "<a>&#x110000;</a>", "<a>&eacute;&Eacute;&hellip;</a>", "<a>1</a><b></b>", "<!-- a -- b --><a>t</a>"]) {
  try { console.log(s, JSON.stringify(parseXMLMarkdown(s))); } catch (e) { console.log(s, e.name, JSON.stringify(e.message)); }
}
const long = "<a>" + "word ".repeat(40_000) + "</a>";
console.log(parseXMLMarkdown(long).a.length);
const rows = "<r>" + Array.from({ length: 60 }, (_, i) => `<item id="${i}"><name>n ${i}</name><text>some longer text &amp; more ${i}</text></item>`).join("") + "</r>";
for (const text of [rows, long.slice(0, 8000)]) {
  async function* pieces() { for (let i = 0; i < text.length; i += 20) yield text.slice(i, i + 20); }
  let n = 0, last;
  for await (const v of new XMLOutputParser().transform(pieces())) { n++; last = v; }
  console.log(n, JSON.stringify(last).slice(-80));
}
for (const n of [1000, 2000, 20_000]) try { parseXMLMarkdown("<a>".repeat(n)); console.log(n); } catch (e) { console.log(n, e.name, e.message); }
