// Pins: what random patterns of regular expressions match in random texts: groups, places, lastIndex, replace, split, match, search and matchAll, with each flag.
let seed = 16; // for random numbers from 0 to 1, the same in each run
function random() {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const n = (k) => Math.floor(random() * k);
const pick = (a) => a[n(a.length)];
const chars = ["a","b","c","A","B","k","K","s","S","\u017f","\u212a","ß","ẞ","i","I","İ","ı","é","É","ω","Ω","\u2126","µ","μ","\u{1F600}","\u{10400}","\u{10428}","\ud83d","\ude00","0","1","_"," ","\n","\r","\u2028","-","ǆ","ǅ","Ǆ","ﬁ","Σ","σ","ς","\u1e9e","\u0130","\u01c5","\u1f88","\u1f80"];
function text() { let t = ""; for (let i = n(12); i > 0; i--) t += pick(chars); return t; }
function lit(f) { const c = pick(chars); if (c === "\n") return "\\n"; if (c === "\r") return "\\r"; if (c === "\u2028") return "\\u2028"; if (c === "-") return f.v ? "\\-" : "-";
  if (random() < .1 && c.length === 1) return "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0");
  if (random() < .1 && (f.u || f.v)) return "\\u{" + c.codePointAt(0).toString(16) + "}";
  return c; }
const esc = ["\\d","\\D","\\w","\\W","\\s","\\S"];
const props = ["L","Lu","Ll","Uppercase","Lowercase","Script=Greek","ASCII","Any","Emoji","ID_Start"];
function cls(f, depth = 0) {
  let r = "[" + (random() < .35 ? "^" : "");
  const k = n(4);
  for (let i = 0; i <= k; i++) {
    const x = random();
    if (x < .45) r += lit(f).replace(/^[\]\\^-]$/, "\\$&");
    else if (x < .6) { let a = pick(["a","A","K","k","0","α","Α","à","\u{10400}"]), b = pick(["z","Z","s","9","ω","Ω","ÿ","\u{10428}"]); if (a.codePointAt(0) > b.codePointAt(0)) [a,b] = [b,a]; r += a + "-" + b; }
    else if (x < .75) r += pick(esc);
    else if (x < .85 && (f.u || f.v)) r += (random() < .5 ? "\\p{" : "\\P{") + pick(props) + "}";
    else if (f.v && depth < 2) { if (x < .92) r += cls(f, depth + 1); else if (x < .97 && !r.startsWith("[^")) r += "\\q{" + [0,1,2].slice(n(3)).map(() => pick(["ab","a","","KS","\u{1F600}b"])).join("|") + "}"; else r += "b"; }
    else r += "x";
  }
  if (f.v && depth < 2 && random() < .3) { const op = pick(["&&","--"]); const one = () => random() < .5 ? cls(f, depth + 1) : pick(esc); r = "[" + (random() < .3 ? "^" : "") + one() + op + one(); }
  return r + "]";
}
let groups = 0, names = [];
function atom(f, d) {
  const x = random();
  if (x < .42 || d > 4) return lit(f);
  if (x < .5) return ".";
  if (x < .62) return cls(f);
  if (x < .68) return pick(esc);
  if (x < .72 && (f.u || f.v)) return (random() < .5 ? "\\p{" : "\\P{") + pick(props) + "}";
  if (x < .82) { groups++; return "(" + alt(f, d + 1) + ")"; }
  if (x < .86) return "(?:" + alt(f, d + 1) + ")";
  if (x < .89) { groups++; const nm = "n" + names.length; names.push(nm); return "(?<" + nm + ">" + alt(f, d + 1) + ")"; }
  if (x < .92) return pick(["(?=","(?!","(?<=","(?<!"]) + alt(f, d + 1) + ")";
  if (x < .95 && groups) return "\\" + (1 + n(groups)) + "(?:)";
  if (x < .97 && names.length) return "\\k<" + pick(names) + ">";
  return pick(["^","$","\\b","\\B"]);
}
function term(f, d) { let a = atom(f, d); if (random() < .3 && !/^(\^|\$|\\b|\\B|\(\?<?[=!])/.test(a)) a += pick(["*","+","?","{2}","{1,2}","{0,1}","*?","+?","??","{1,}?"]); return a; }
function seq(f, d) { let r = ""; for (let i = n(4) + (d ? 0 : 1); i > 0; i--) r += term(f, d); return r; }
function alt(f, d) { let r = seq(f, d); while (random() < .2) r += "|" + seq(f, d); return r; }
const show = (x) => JSON.stringify(x, (k, v) => v === undefined ? "undef" : v);
for (let i = 0; i < 300; i++) {
  const f = {}; let flags = "";
  for (const c of "gimsy") if (random() < (c === "i" ? .6 : .3)) flags += c;
  const x = random(); if (x < .35) { flags += "u"; f.u = true; } else if (x < .6) { flags += "v"; f.v = true; }
  if (random() < .2) flags += "d";
  groups = 0; names = [];
  const p = alt(f, 0), t1 = text() + text(), last = n(6), rep = pick(["[$&]","<$1>","$`|","$'","$$","$<n0>","$2x"]);
  let out;
  try {
    const re = new RegExp(p, flags);
    re.lastIndex = last;
    const m = re.exec(t1);
    out = [m && [...m], m?.index, m?.groups && Object.entries(m.groups), re.lastIndex, m?.indices && [...m.indices]];
    re.lastIndex = last; out.push(re.test(t1), re.lastIndex);
    re.lastIndex = 0; out.push(t1.replace(re, rep), re.lastIndex, t1.split(re), t1.match(re), t1.search(re));
    if (flags.includes("g")) out.push([...t1.matchAll(re)].map((m) => [m.index, ...m]));
  } catch (e) { out = e.name + ": " + e.message; }
  console.log(show([i, p, flags, t1, last, rep, out]));
}
// A match does not begin within a surrogate pair.
for (const flags of ["y", "uy", "gu", "vy", "duy"]) {
  const re = new RegExp("(.)x?", flags);
  re.lastIndex = 2;
  const match = re.exec("a\u{1F600}x");
  console.log(show([flags, match, match?.index, match?.indices, re.lastIndex]));
}
