// Pins: which values fit a JSON Schema, keyword by keyword and format by format
import { DynamicTool, Tool, tool } from "@langchain/core/tools";
import { convertToOpenAIFunction, convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { toolStrategy } from "langchain";
import { z } from "zod";

const check = (schema, v) => {
  try { toolStrategy({ title: "t", ...schema })[0].parse(v); return "ok"; } catch (e) { return e.errors ? JSON.stringify(e.errors) : `${e.name} ${e.message}`; }
};
const show = (schema, ...values) => { for (const v of values) console.log(JSON.stringify(schema), JSON.stringify(v), check(schema, v)); };

const formats = {
  email: ["a@b.co", "a.b+c@d-e.fr", "a@b", "a", "a@", "@b.c", "a..b@c.d", ".a@b.c", '"a b"@c.d', "a@[127.0.0.1]", "a@[ipv6:::1]", "a b@c.d", "a@-b.c"],
  uri: ["http://a.b", "https://user@a.b:80/c?d=e#f", "mailto:x", "urn:a:b", "not a url", "a", "/a", "http://", "http://a b", "http://[::1]/", "http://[x]/", "a:", "x:/", "http://a.b/%4", "http://a.b/%41", "http://é.b"],
  "uri-reference": ["", "/a", "a/b", "#c", "?d", "//h/p", "http://a", "a b", "\\"],
  url: ["http://example.com/a", "ftp://example.com", "example.com", "http://", "mailto:a@b.c"],
  uuid: ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000", "123e4567", "g23e4567-e89b-12d3-a456-426614174000"],
  ipv4: ["127.0.0.1", "255.255.255.255", "256.1.1.1", "1.2.3", "01.2.3.4", "a.b.c.d"],
  ipv6: ["::", "::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "1::2::3", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8:9", "12345::", "::256.1.1.1", "fe80::1%e", ":1", "1:", ":::"],
  date: ["2024-02-29", "2023-02-29", "2024-13-01", "2024-1-1", "1900-02-29", "2000-02-29", "2024-04-31"],
  time: ["12:00:00Z", "12:00:00", "12:00:00.5+01:00", "24:00:00Z", "23:59:60Z", "12:59:60Z", "00:59:60+01:00", "12:00Z"],
  "date-time": ["2024-01-01T00:00:00Z", "2024-01-01t00:00:00z", "2024-01-01 00:00:00Z", "2024-01-01", "2024-01-01T00:00:00", "2024-02-30T00:00:00Z"],
  duration: ["P1D", "PT1H", "P1Y2M3DT4H5M6S", "P", "PT", "P1W", "P1W1D", "P1M1Y", "P1YT", "1D"],
  hostname: ["a.b", "localhost", "-a.b", "a-.b", "a_b", "a..b", "x".repeat(64), ""],
  regex: ["a+", "[", "(?<n>a)", "a\\Z", "\\-"],
  "json-pointer": ["", "/a/b", "a", "/~0~1", "/~2"],
  "relative-json-pointer": ["0", "1/a", "0#", "01", "/a"],
  unknown: ["anything"],
};
for (const [format, values] of Object.entries(formats)) for (const v of values) console.log(format, JSON.stringify(v), check({ format }, v));
show({ format: "email" }, 5);
show({ type: "object", properties: { site: { type: "string", format: "uri" } } }, { site: "not a url" }, { site: "https://a.b" });
console.log(check(z.toJSONSchema(z.object({ site: z.url(), at: z.iso.datetime(), mail: z.email(), id: z.uuid() })), { site: "not a url", at: "x", mail: "y", id: "z" }));
show({ dependentRequired: { a: ["b", "c"] } }, { a: 1 }, { a: 1, b: 1, c: 1 }, { b: 1 });
show({ dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }, { a: 1, b: 2 });
show({ dependencies: { a: ["b"], c: { required: ["d"] } } }, { a: 1, c: 1 }, {});
show({ contains: { type: "number" } }, [], ["a"], ["a", 1]);
show({ contains: { type: "number" }, minContains: 2, maxContains: 3 }, [1], [1, "a"], [1, 2], [1, 2, 3, 4]);
show({ properties: { a: {} }, unevaluatedProperties: false }, { a: 1 }, { b: 1 });
show({ allOf: [{ properties: { a: {} } }], anyOf: [{ properties: { b: { type: "number" } } }], unevaluatedProperties: false }, { a: 1, b: 2 }, { a: 1, c: 2 }, { b: "x" });
show({ prefixItems: [{}], unevaluatedItems: { type: "number" } }, ["a", 1], ["a", "b"]);
show({ if: { required: ["a"] }, then: { required: ["b"] }, else: { required: ["c"] } }, { a: 1 }, { a: 1, b: 1 }, {}, { c: 1 });
show({ enum: [{ a: 1, b: { c: [2] } }] }, { b: { c: [2] }, a: 1 }, { a: 1 });
show({ const: { a: 1, b: 2 } }, { b: 2, a: 1 });
show({ multipleOf: 0.1 }, 0.3, 0.35, 1e21);
show({ multipleOf: 1 }, 1.0000000001);
show({ minLength: 2, maxLength: 3 }, "\u{1f600}", "\u{1f600}\u{1f600}");
show({ $ref: "#" }, {});
show({ $defs: { tree: { type: "object", properties: { next: { $ref: "#/$defs/tree" } } } }, $ref: "#/$defs/tree" }, { next: { next: {} } }, { next: { next: 5 } });
show({ $defs: { "a/b": { $anchor: "here", type: "number" } }, anyOf: [{ $ref: "#here" }, { $ref: "#/$defs/a~1b" }] }, 1, "x");
const rows = Array.from({ length: 1500 }, (_, id) => ({ id, name: "row " + id }));
console.log(check({ uniqueItems: true }, rows), check({ uniqueItems: true }, [...rows, { name: "row 7", id: 7 }]));
const list = (n) => { let v = {}; for (let i = 0; i < n; i++) v = { next: v }; return v; };
for (const n of [100, 5000]) console.log(n, check({ type: "object", properties: { next: { $ref: "#" } } }, list(n)));

// Tools say which keyword of their schema is not met.
const checked = tool((v) => v, { name: "t", schema: { type: "object", properties: { site: { type: "string", format: "uri" }, "a/b": { items: { minimum: 1 } } }, if: { required: ["x"] }, then: { required: ["y"] } }, verboseParsingErrors: true });
for (const v of [{ site: "https://a.b" }, { site: "x" }, { "a/b": [1, 0] }, { x: 1 }, "text", undefined]) console.log(JSON.stringify(v), JSON.stringify(await checked.invoke(v).catch((e) => e.message)));

// Tools whose input is a string describe it to a model as an object with one text.
const search = tool(async (q) => q + "!", { name: "search", description: "Search" });
class Plain extends Tool { name = "plain"; description = "d"; async _call(v) { return v; } }
for (const t of [search, new DynamicTool({ name: "d", description: "D", func: async (v) => v }), new Plain(), tool(async (q) => q, { name: "s", schema: z.string().describe("what") }), tool(async (q) => q, { name: "s", schema: { type: "string" } })]) {
  console.log(JSON.stringify(convertToOpenAITool(t)));
}
console.log(JSON.stringify(convertToOpenAIFunction(search, { strict: true })));
console.log(await search.schema.parseAsync({ input: "a" }), search.schema.parse({ input: "b" }), JSON.stringify(search.schema.safeParse({ input: "c" })));
for (const v of [{ input: 1 }, "a", null, []]) console.log(await search.schema.parseAsync(v).catch((e) => `${e.name} ${e.message}`), (await search.schema.safeParseAsync(v)).success);
for (const v of ["x", { input: "x" }, { input: 5 }, 5, { type: "tool_call", id: "1", name: "search", args: [] }]) console.log(JSON.stringify(await search.invoke(v).catch((e) => e.message)));
