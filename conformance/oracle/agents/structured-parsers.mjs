// Pins: parsers of JSON that fits a schema, and what they tell a model
import {
  AsymmetricStructuredOutputParser, JsonMarkdownStructuredOutputParser, OutputParserException, StandardSchemaOutputParser, StructuredOutputParser,
} from "@langchain/core/output_parsers";
import { AIMessage } from "@langchain/core/messages";
import { z } from "zod";
const show = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e.constructor.name, JSON.stringify(e.message), e.llmOutput, e.lc_error_code); } };
const schema = z.object({ answer: z.string().describe("answer to the question"), sources: z.array(z.string()).describe("sources used"), n: z.number().optional() });
const p = StructuredOutputParser.fromZodSchema(schema);
await show("type", () => [p.constructor.name, StructuredOutputParser.lc_name(), p.lc_namespace, p.schema === schema, JSON.stringify(p.toJSON())]);
await show("instructions", () => p.getFormatInstructions());
await show("parse", () => p.parse('{"answer":"a","sources":["b"]}'));
await show("fence", () => p.parse('Sure:\n```json\n{"answer":"a","sources":["b"],"n":1}\n```\nbye'));
await show("fence2", () => p.parse('```\n{"answer":"a","sources":[]}\n```'));
await show("newline", () => p.parse('{"answer":"a\nb","sources":[]}'));
await show("wrong", () => p.parse('{"answer":1,"sources":["b"]}'));
await show("no json", () => p.parse("hello"));
await show("invoke", () => p.invoke('{"answer":"a","sources":["b"],"more":1}'));
await show("invoke message", () => p.invoke(new AIMessage({ content: [{ type: "text", text: '{"answer":"a","sources":["b"]}' }] })));
const names = StructuredOutputParser.fromNamesAndDescriptions({ who: "the person", what: "the thing" });
await show("names", () => names.getFormatInstructions());
await show("names parse", () => names.parse('{"who":"a","what":"b"}'));
await show("names wrong", () => names.parse('{"who":"a"}'));
const md = JsonMarkdownStructuredOutputParser.fromNamesAndDescriptions({ who: "the person", what: "the thing" });
await show("md", () => [md.constructor.name, JsonMarkdownStructuredOutputParser.lc_name(), md.getFormatInstructions()]);
await show("md depth", () => md.getFormatInstructions({ interpolationDepth: 3 }));
await show("md depth 0", () => md.getFormatInstructions({ interpolationDepth: 0 }));
await show("md zod", () => JsonMarkdownStructuredOutputParser.fromZodSchema(z.object({ a: z.string().describe("an a"), b: z.array(z.object({ c: z.number().describe("a c").optional() })).describe("bs"), e: z.enum(["x", "y"]), u: z.union([z.string(), z.number()]), l: z.literal(3), f: z.boolean(), r: z.record(z.string(), z.string()).optional(), nn: z.string().nullable(), arr: z.array(z.string()) })).getFormatInstructions());
await show("md parse", () => md.parse('```json\n{"who":"a","what":"b"}\n```'));
class Asym extends AsymmetricStructuredOutputParser { async outputProcessor(v) { return v.answer + "!"; } }
const asym = new Asym({ inputSchema: schema });
await show("asym", async () => [await asym.parse('{"answer":"a","sources":[]}'), asym.getFormatInstructions() === new JsonMarkdownStructuredOutputParser(schema).getFormatInstructions()]);
await show("asym wrong", () => asym.parse('{"answer":1,"sources":[]}'));
await show("asym wrong2", () => asym.parse("x"));
const std = StandardSchemaOutputParser.fromSerializableSchema(schema);
await show("std", async () => [std.constructor.name, StandardSchemaOutputParser.lc_name(), std.lc_namespace, std.getFormatInstructions(), await std.parse('{"answer":"a","sources":[]}')]);
await show("std fence", () => std.parse('```json\n{"answer":"a","sources":[]}\n```'));
await show("std wrong", () => std.parse('{"answer":1,"sources":[]}'));
await show("std no json", () => std.parse("nope"));
await show("std invoke", () => std.invoke(new AIMessage('{"answer":"a","sources":[]}')));
await show("std async", () => new StandardSchemaOutputParser({ "~standard": { version: 1, vendor: "v", validate: async (v) => v.ok ? { value: { made: v.ok } } : { issues: [{ message: "no ok", path: ["ok"] }, { message: "two" }] } } }).parse('{"ok":1}'));
await show("std issues", () => new StandardSchemaOutputParser({ "~standard": { version: 1, vendor: "v", validate: async (v) => ({ issues: [{ message: "no ok", path: ["ok"] }, { message: "two" }] }) } }).parse('{}'));
