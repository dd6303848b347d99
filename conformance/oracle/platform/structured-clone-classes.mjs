// Pins: structuredClone clones blobs, keys and shared buffers, refuses objects that only a transfer can move, and moves ports
const t = async (name, make, options = undefined) => {
  try {
    const value = await make();
    const clone = structuredClone(value, options);
    console.log(name, clone?.constructor?.name, Object.getPrototypeOf(clone) === Object.getPrototypeOf(value), clone === value);
  } catch (e) {
    console.log(name, "throws", e.name, "|", e.message, "|", e.code);
  }
};
const later = () => new Promise((resolve) => setTimeout(resolve, 50));
await t("blob", () => new Blob(["abc"], { type: "a/b" }));
await t("key", () => crypto.subtle.importKey("raw", new Uint8Array(16), "AES-GCM", true, ["encrypt"]));
for (const name of ["NumberFormat", "DateTimeFormat", "Collator", "PluralRules", "Segmenter", "RelativeTimeFormat", "ListFormat"]) {
  await t(name, () => new Intl[name]("en"));
}
await t("readable", () => new ReadableStream());
await t("writable", () => new WritableStream());
await t("transform", () => new TransformStream());
await t("port", () => new MessageChannel().port1);
await t("channel", () => new MessageChannel());
await t("body", () => new Response("a").body);
await t("globalThis", () => globalThis);
await t("matches", () => "a".matchAll(/a/g));
await t("shared", () => new SharedArrayBuffer(4));
await t("url", () => new URL("http://a"));
await t("headers", () => new Headers({ a: "b" }));
await t("prototype of a blob", () => Object.create(Blob.prototype));
await t("transfer of an object", () => 1, { transfer: [{}] });
const { port1, port2 } = new MessageChannel();
await t("port twice", () => 1, { transfer: [port1, port1] });
await t("moved port", () => port1, { transfer: [port1] });

const blob = structuredClone({ a: new Blob(["abc"], { type: "a/b" }) }).a;
console.log(blob, await blob.text(), blob instanceof Blob);
const same = new Blob(["abc"]);
const [one, two] = structuredClone([same, same]);
console.log(one === two);
const key = structuredClone(await crypto.subtle.importKey("raw", new Uint8Array(16), "AES-GCM", true, ["encrypt"]));
console.log(key, key instanceof CryptoKey, await crypto.subtle.exportKey("raw", key));
const memory = new SharedArrayBuffer(4);
new Uint8Array(structuredClone(memory))[1] = 7;
console.log(new Uint8Array(memory));
class Sub extends Date {}
console.log(structuredClone(new Sub(5)).constructor === Date);
port2.close();

const got = [];
{
  const channel = new MessageChannel();
  channel.port2.postMessage("early");
  const moved = structuredClone({ p: channel.port1 }, { transfer: [channel.port1] }).p;
  moved.on("message", (m) => got.push(m));
  channel.port2.on("message", (m) => got.push(m));
  channel.port2.postMessage("late");
  await later();
  moved.postMessage("back");
  await later();
  moved.close();
}
{
  const { port1, port2 } = new MessageChannel();
  const inner = new MessageChannel();
  port1.on("message", (m) => m.p.postMessage("hi"));
  port1.addEventListener("message", (e) => got.push(e.ports.length));
  inner.port2.on("message", (m) => got.push(m));
  port2.postMessage({ p: inner.port1 }, [inner.port1]);
  await later();
  for (const fails of [() => port2.postMessage(1, [port2]), () => port2.postMessage(inner.port2)]) {
    try {
      fails();
    } catch (e) {
      got.push(`${e.name}: ${e.message}`);
    }
  }
  inner.port2.close();
  port1.close();
}
{
  const { port1, port2 } = new MessageChannel();
  try {
    port1.postMessage({ f: Symbol("s") }, [new ArrayBuffer(1)]);
  } catch (e) {
    got.push(e.name);
  }
  const closed = [];
  for (const port of [port1, port2]) port.on("close", () => closed.push("closed"));
  const dropped = () => got.push("dropped");
  port2.once("message", dropped);
  port2.off("message", dropped);
  port2.once("message", (m) => got.push(m));
  port1.postMessage("first");
  await later();
  port1.close();
  await later();
  got.push(closed.length);
}
{
  const { port1, port2 } = new MessageChannel();
  port2.addEventListener("message", (e) => got.push(`started ${e.data}`));
  port1.postMessage(1);
  await later();
  port1.close();
}
console.log(got);
for (const tag of ["FooArray", "Array", "Uint8Array"]) {
  console.log(structuredClone({ [Symbol.toStringTag]: tag, buffer: new ArrayBuffer(8), byteOffset: 0, byteLength: 8, length: 8 }));
}
const short = new Uint8Array([1, 2, 3]);
Object.defineProperty(short, "length", { value: 1 });
console.log(structuredClone(short).byteLength);
