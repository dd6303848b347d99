// Pins: Blob and File
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const b = new Blob(["ab", new Uint8Array([99]), new Blob(["d"]), new ArrayBuffer(1), 5], { type: "Text/Plain" });
console.log(b, b.size, b.type, JSON.stringify(await b.text()), await b.arrayBuffer(), Object.prototype.toString.call(b));
console.log(b.slice(1, 3, "x/Y"), await b.slice(-1).text(), await b.slice(2).slice(1, 2).text(), b.slice(4, 2).size, b.slice().type);
console.log(b.stream(), await new Response(b.stream()).text() === await b.text());
console.log(JSON.stringify(await new Blob(["a\nb\r\n"], { endings: "native" }).text()), new Blob([], { type: "é" }).type === "", new Blob().size);
const f = new File(["x"], "a/b.txt", { type: "t/p", lastModified: 5 });
console.log(f, f instanceof Blob, f.slice(0) instanceof File);
await t(1, () => new Blob("abc"));
await t(2, () => new Blob(5));
await t(3, () => new Blob([], 5));
await t(4, () => new Blob(["x"], { endings: "q" }));
await t(5, () => new File(["x"]));
await t(6, () => new File());
