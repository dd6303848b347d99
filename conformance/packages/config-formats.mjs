// Pins: yaml, js-yaml, toml, json5 and dotenv: read and write
import YAML from "yaml";
import * as jsyaml from "js-yaml";
import toml from "toml";
import JSON5 from "json5";
import dotenv from "dotenv";
const text = "a: 1\nb: [x, 'y', ~]\nc: &anchor\n  d: 2024-01-01\n  e: |\n    line1\n    line2\nf: *anchor\ng: !!str 5\n";
console.log(YAML.parse(text), YAML.stringify({ a: [1, { b: "x: y" }], c: "multi\nline", d: null, e: true }));
const doc = YAML.parseDocument("# note\na: 1 # one\n"); doc.set("b", 2); console.log(String(doc));
try { YAML.parse("a: [1, 2"); } catch (e) { console.log(e.name, e.message); }
console.log(jsyaml.load(text), jsyaml.dump({ a: [1, { b: "x" }], d: new Date(0), s: "a: b" }));
try { jsyaml.load("a: b: c"); } catch (e) { console.log(e.name, e.message); }
console.log(toml.parse('title = "x"\n[owner]\ndob = 1979-05-27T07:32:00Z\n[[p]]\nn = 1\n[[p]]\nn = 2.5\n'));
console.log(JSON5.parse("{a: 1, /* c */ 'b': .5, c: [1,], d: +Infinity}"), JSON5.stringify({ a: "x'y" }));
console.log(dotenv.parse("A=1\nB=\"x y\"\n# c\nexport C='z' # d\nD=\"l1\\nl2\"\n"));
