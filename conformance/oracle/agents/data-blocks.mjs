// Pins: helpers for content blocks with a source, types of media, data URLs and pieces of calls
import * as M from "@langchain/core/messages";
const { KNOWN_BLOCK_TYPES, isOpenAIToolCallArray, mergeResponseMetadata, convertToOpenAIImageBlock, convertToProviderContentBlock, isBase64ContentBlock, isIDContentBlock, isPlainTextContentBlock, isURLContentBlock, parseBase64DataUrl, parseMimeType, isDataContentBlock } = M;
const show = (name, f) => { try { console.log(name, JSON.stringify(f())); } catch (e) { console.log(name, "E", e.name, JSON.stringify(e.message)); } };
show("known", () => [...KNOWN_BLOCK_TYPES]); show("known kind", () => KNOWN_BLOCK_TYPES.constructor.name);
const calls = [undefined, null, [], [{}], [{ index: 0 }], [{ index: 0, id: "a" }], [{ id: "a", type: "function", function: { name: "n", arguments: "{}" } }], [{ index: 1, id: "a", function: {} }], "x", {}, [1], [null], [{ index: "1" }]];
for (const c of calls) show("calls " + JSON.stringify(c), () => isOpenAIToolCallArray(c));
for (const [a, b] of [[{}, {}], [undefined, { a: 1 }], [{ a: 1 }, undefined], [undefined, undefined], [{ a: 1, b: "x" }, { a: 2, b: "y", c: 3 }], [{ usage: { n: 1 } }, { usage: { n: 2, m: 3 } }], [{ a: "x" }, { a: "x" }], [{ l: [1] }, { l: [2] }], [{ a: null }, { a: 1 }], [{ a: 1 }, { a: null }]]) show("merge " + JSON.stringify([a, b]), () => mergeResponseMetadata(a, b));
const blocks = [
  { type: "image", source_type: "url", url: "https://x/y.png" }, { type: "image", source_type: "base64", data: "AAAA", mime_type: "image/png" }, { type: "image", source_type: "base64", data: "AAAA" },
  { type: "file", source_type: "id", id: "f1" }, { type: "text", source_type: "text", text: "t" }, { type: "text", text: "t" }, { type: "audio", source_type: "base64", data: "BB", mime_type: "audio/wav" }, { type: "file", source_type: "text", text: "x" },
  { type: "image", source_type: "url" }, { type: "image", source_type: "base64", data: 5 }, { source_type: "url", url: "u" }, null, undefined, "x", 5, [], { type: "image" }, { type: "x", source_type: "url", url: "u" }, { type: "image", source_type: "url", url: "u", metadata: { detail: "low" } },
  { type: "image", source_type: "base64", data: "AAAA", mime_type: "nonsense" }, { type: "image", source_type: "id", id: "i" }, { type: "file", source_type: "base64", data: new Uint8Array([1]), mime_type: "application/pdf" },
];
for (const b of blocks) {
  const s = JSON.stringify(b);
  show("data " + s, () => [isDataContentBlock(b)]);
  for (const [n, f] of Object.entries({ isURLContentBlock, isBase64ContentBlock, isPlainTextContentBlock, isIDContentBlock, convertToOpenAIImageBlock })) show(" " + n, () => f(b));
}
for (const m of ["image/png", "text/plain; charset=utf-8; x=\"y\"", "IMAGE/PNG", "image", "", "a/b/c", "a/b;", "a/b; c", "a/b; c=d; e=f=g", " a/b ", "/", "a/", "a/b;c = d "]) show("mime " + m, () => parseMimeType(m));
for (const u of ["data:image/png;base64,AAAA", "data:text/plain,hi", "data:;base64,AAAA", "data:text/plain;charset=utf-8;base64,SGk=", "x", "", "data:image/png;base64,", "DATA:image/png;base64,AAAA", "data:image/png;base64,A!"]) { show("url " + u, () => parseBase64DataUrl({ dataUrl: u })); show(" bytes", () => { const r = parseBase64DataUrl({ dataUrl: u, asTypedArray: true }); return r && { ...r, data: Array.from(r.data), kind: r.data.constructor.name }; }); }
const conv = { providerName: "P", fromStandardTextBlock: (b) => ({ t: b.text }), fromStandardImageBlock: (b) => ({ i: b.source_type }), fromStandardAudioBlock: (b) => ({ a: b.source_type }), fromStandardFileBlock: (b) => ({ f: b.source_type }) };
for (const b of blocks.filter((b) => b && typeof b === "object")) { show("conv " + JSON.stringify(b), () => convertToProviderContentBlock(b, conv)); show(" none", () => convertToProviderContentBlock(b, { providerName: "Q" })); }
