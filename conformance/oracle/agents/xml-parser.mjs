// Pins: what a parser of XML makes of elements, texts, mistakes and pieces
import { XMLOutputParser, XML_FORMAT_INSTRUCTIONS, parseXMLMarkdown } from "@langchain/core/output_parsers";
import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
const show = async (name, f) => { try { console.log(name, JSON.stringify(await f())); } catch (e) { console.log(name, "E", e.constructor.name, JSON.stringify(e.message)); } };
console.log(XML_FORMAT_INSTRUCTIONS);
const p = new XMLOutputParser();
await show("type", () => [XMLOutputParser.lc_name(), p.lc_namespace, p.lc_serializable, p.tags, p.getFormatInstructions() === XML_FORMAT_INSTRUCTIONS]);
await show("tags", () => new XMLOutputParser({ tags: ["a", "b"] }).getFormatInstructions().slice(-40));
for (const x of [
  "<a><b>1</b><b>2</b></a>", "<a>text</a>", "<a>  text\n </a>", "<a></a>", "<a/>", "<a><b/></a>", "<a><b></b>tail</a>", "<a>head<b>1</b>tail</a>", "<a x='1' y=\"2\">t</a>", "<a x='1'><b z='3'/></a>",
  "<?xml version='1.0' encoding='UTF-8'?>\n<a>t</a>", "<!-- c --><a><!-- d -->t</a>", "<a><![CDATA[<x>]]></a>", "<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x42;</a>", "<a>&unknown;</a>", "<!DOCTYPE a><a>t</a>", "<a><b>1</a>", "<a>", "", "text", "<a>1</a><b>2</b>",
  "```xml\n<a>1</a>\n```", "Here:\n```xml\n<a><b>1</b></a>\n```\nbye", "```\n<a>1</a>\n```", "intro <a>1</a> outro", "<a>1</a> outro", "<A><B>1</B></A>", "<n:a xmlns:n='u'><n:b>1</n:b></n:a>", "<a b>t</a>", "<a><b>1</b><c><d>2</d><d>3</d></c></a>", "<a>1 < 2</a>", "<a>\n  <b>x</b>\n\n  <c>y</c>\n</a>", "<a-b.c_d>1</a-b.c_d>", "<1>x</1>", "<a>x</b>", "<a><br>x</a>", "```xml\n<a>1</a>", "<a>a\nb</a>", "<a>0</a>", "<a> </a>",
]) { await show(JSON.stringify(x), () => parseXMLMarkdown(x)); await show(" parse", () => p.parse(x)); }
await show("invoke", () => p.invoke(new AIMessage("<a><b>1</b></a>")));
async function* pieces() { for (const t of ["<a>", "<b>", "1", "2</b>", "<c>x", "y</c></", "a>"]) yield t; }
for await (const v of p.transform(pieces(), {})) console.log("piece", JSON.stringify(v));
async function* chunks() { for (const t of ["```xml\n<a>", "<b>1</b>", "</a>\n```"]) yield new AIMessageChunk(t); }
await show("chunks", async () => { for await (const v of p.transform(chunks(), {})) console.log("chunk", JSON.stringify(v)); });
