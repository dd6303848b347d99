// Pins: signals of one kind and another, and what they stop
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code, "|", e?.cause?.message);
  }
};
const c = new AbortController();
const any = AbortSignal.any([c.signal, AbortSignal.timeout(1e6)]);
any.addEventListener("abort", (e) => console.log("any", e.type, any.reason), { once: true });
c.abort("why");
console.log(any.aborted, AbortSignal.any([]).aborted, AbortSignal.abort().reason.name);
await t("throwIfAborted", () => any.throwIfAborted());
await t("timeout", () => new Promise((_, reject) => { const s = AbortSignal.timeout(1); s.onabort = () => reject(s.reason); setTimeout(() => {}, 20); }));
const slow = () => new ReadableStream({ async pull(k) { await new Promise((r) => setTimeout(r, 1)); k.enqueue("x"); }, cancel(reason) { console.log("cancelled", reason.name); } });
const stop = new AbortController();
let n = 0;
await t("pipe", () => slow().pipeTo(new WritableStream({ write() { if (++n === 2) stop.abort(); }, abort(e) { console.log("aborted", e.name); } }), { signal: stop.signal }));
await t("kept", () => slow().pipeTo(new WritableStream({ abort() { console.log("never"); } }), { signal: AbortSignal.abort(), preventAbort: true }));
