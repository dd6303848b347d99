// Pins: xml2js and fast-xml-parser: XML to objects and back
import xml2js, { parseStringPromise } from "xml2js";
import { XMLBuilder, XMLParser, XMLValidator } from "fast-xml-parser";
const xml = `<?xml version="1.0"?><root a="1"><item id="x">T &amp; t</item><item id="y"><![CDATA[<raw>]]></item><empty/></root>`;
console.log(JSON.stringify(await parseStringPromise(xml)), JSON.stringify(await parseStringPromise(xml, { explicitArray: false, mergeAttrs: true })));
console.log(new xml2js.Builder({ headless: true }).buildObject({ r: { $: { a: 1 }, b: ["x", "<y>"] } }));
try { await parseStringPromise("<a><b></a>"); } catch (e) { console.log(e.message); }
const p = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@_" });
console.log(JSON.stringify(p.parse(xml)), new XMLBuilder({ ignoreAttributes: false, format: true }).build({ r: { "@_a": 1, b: ["x", "y"] } }));
console.log(XMLValidator.validate("<a><b></a>"));
