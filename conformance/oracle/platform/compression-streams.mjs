// Pins: CompressionStream, DecompressionStream and BroadcastChannel
import * as web from "node:stream/web";

const t = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "throws", e.name, "|", e.code, "|", e.message);
  }
};
const all = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());
const packed = (format) => new Blob(["hello hello hello hello"]).stream().pipeThrough(new CompressionStream(format));
const unpacked = (bytes, format) => all(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)));
console.log(web.CompressionStream === CompressionStream, web.DecompressionStream === DecompressionStream);
for (const format of ["gzip", "deflate", "deflate-raw"]) {
  await t(format, async () => {
    const bytes = await all(packed(format));
    return [bytes.length < 60, new TextDecoder().decode(await unpacked(bytes, format))];
  });
}
await t("wrong", () => new CompressionStream("x"));
await t("none", () => new CompressionStream());
await t("brotli", () => new DecompressionStream("br"));
await t("corrupt", () => unpacked("not gzip at all", "gzip"));
await t("truncated", async () => unpacked((await all(packed("gzip"))).slice(0, -5), "gzip"));
await t("shown", () => new CompressionStream("gzip"));
await t("tags", () => `${new CompressionStream("gzip")} ${new DecompressionStream("gzip")}`);
await t("big", async () => {
  const big = new Blob(["abc".repeat(200000)]).stream();
  return (await all(big.pipeThrough(new CompressionStream("gzip")).pipeThrough(new DecompressionStream("gzip")))).length;
});
await t("pieces", async () => {
  const stream = new CompressionStream("gzip");
  const writer = stream.writable.getWriter();
  const whole = all(stream.readable.pipeThrough(new DecompressionStream("gzip")));
  const pieces = ["one ", new TextEncoder().encode("two "), new Uint8Array([116, 104, 114])];
  for (const piece of pieces) writer.write(piece);
  writer.close();
  return new TextDecoder().decode(await whole);
});

const later = () => new Promise((resolve) => setTimeout(resolve, 20));
const seen = [];
const [a, b, other, five] = ["n", "n", "other", 5].map((name) => new BroadcastChannel(name));
a.onmessage = (e) => seen.push(`a ${JSON.stringify(e.data)}`);
b.onmessage = (e) => seen.push(`b ${JSON.stringify(e.data)} ${e.constructor.name} ${e.target === b}`);
other.onmessage = () => seen.push("other");
a.postMessage({ x: 1 });
await later();
b.postMessage(2);
await later();
b.close();
await t("closed", () => b.postMessage(3));
a.postMessage(4);
await later();
console.log(seen, a.name, five.name, String(a), a instanceof EventTarget, a.onmessageerror);
await t("no message", () => a.postMessage());
await t("symbol", () => a.postMessage(Symbol("q")));
await t("no name", () => new BroadcastChannel());
for (const channel of [a, other, five]) channel.close();
console.log(a);
