// Pins: what Request refuses
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const used = new Request("http://a", { method: "POST", body: "x" });
await used.text();
await t(1, () => new Request("b"));
await t(2, () => new Request());
await t(3, () => new Request("http://u:p@a"));
await t(4, () => new Request("http://a", { method: "GET", body: "x" }));
await t(5, () => new Request("http://a", { method: "trace" }));
await t(6, () => new Request("http://a", { method: "a b" }));
await t(7, () => new Request("http://a", { redirect: "x" }));
await t(8, () => new Request("http://a", { signal: 5 }));
await t(9, () => new Request("http://a", { mode: "navigate" }));
await t(10, () => new Request("http://a", 5));
await t(11, () => new Request(used));
await t(12, () => used.clone());
await t(13, () => new Request("http://a", { cache: "x" }));
