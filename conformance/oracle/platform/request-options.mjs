// Pins: the options of Request: referrer, cache, window, keepalive and mode, and those of a request that is copied
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const stream = () => new Blob(["x"]).stream();
for (const referrer of ["http://b/x", "http://127.0.0.1/y?q#h", "", "about:client", "about:blank", "bad", "data:,x"]) {
  await t(`referrer ${referrer}`, () => { const r = new Request("http://a/", { referrer, referrerPolicy: "origin" }); return [r.referrer, r.referrerPolicy]; });
}
for (const o of [
  { cache: "only-if-cached" }, { cache: "only-if-cached", mode: "same-origin" }, { window: 5 }, { window: null }, { window: "" },
  { keepalive: true, method: "POST", body: "x" }, { keepalive: true, method: "POST", duplex: "half", body: stream() },
  { mode: "no-cors" }, { mode: "no-cors", method: "PUT" }, { mode: "no-cors", method: "POST", duplex: "half", body: stream() },
]) await t(JSON.stringify(o), () => { const r = new Request("http://a/", o); return [r.cache, r.keepalive, r.mode, r.referrer].join(); });
const from = new Request("http://a/", { referrer: "http://b/", referrerPolicy: "origin", cache: "no-store", mode: "same-origin" });
for (const o of [undefined, {}, { method: "PUT" }, { cache: "only-if-cached" }, { referrer: "http://c/" }]) {
  await t(`copied with ${JSON.stringify(o)}`, () => { const r = new Request(from, o); return [r.referrer, r.referrerPolicy, r.cache, r.mode]; });
}
await t("statusText", () => new Response("a", { statusText: "€" }));
