// Pins: csv-parse and papaparse: rows of CSV
import { parse as parseSync } from "csv-parse/sync";
import { parse } from "csv-parse";
import Papa from "papaparse";
const csv = 'name,age,note\nAnn,7,"a, ""b"""\nBob,8,\n';
console.log(parseSync(csv, { columns: true, cast: (v, c) => (c.column === "age" && !c.header ? Number(v) : v) }));
console.log(await new Promise((res, rej) => parse(csv, { from_line: 2 }, (e, rows) => (e ? rej(e) : res(rows)))));
const parser = parse({ columns: true, skip_empty_lines: true });
const rows = [];
parser.on("readable", () => { let r; while ((r = parser.read()) !== null) rows.push(r); });
const done = new Promise((r) => parser.on("end", r));
parser.write(csv.slice(0, 20)); parser.write(csv.slice(20)); parser.end();
await done; console.log(rows);
for await (const r of parse("1,2\n3,4\n")) console.log(r);
try { parseSync('a,b\n1,2,3\n'); } catch (e) { console.log(e.code, e.message); }
console.log(Papa.parse(csv, { header: true, dynamicTyping: true, skipEmptyLines: true }).data, Papa.unparse([{ a: 1, b: "x,y" }, { a: 2, b: 'q"' }]));
