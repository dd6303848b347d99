// Pins: a catch block does not catch what the finally block beside it throws, in functions, generators, async functions and compiled text
const show = (...parts) => console.log(parts.map((p) => p?.message ?? p).join(" "));
const attempt = (f) => {
  try {
    show("value", f());
  } catch (e) {
    show("thrown", e);
  }
};
const body = 'try { show("body"); } catch (e) { show("own catch", e); } finally { show("finally"); throw Error("late"); }';
attempt(() => {
  try { show("body"); } catch (e) { show("own catch", e); } finally { show("finally"); throw Error("late"); }
});
attempt(() => {
  try { throw Error("early"); } catch (e) { show("own catch", e); } finally { show("finally"); throw Error("late"); }
});
attempt(() => {
  for (const x of [1, 2]) {
    try { if (x === 1) continue; show("body", x); break; } catch (e) { show("own catch", e); } finally { show("finally", x); if (x === 2) null.field; }
  }
});
attempt(() => {
  try {
    try { return "inner"; } catch (e) { show("own catch", e); } finally { show("finally"); throw Error("late"); }
  } catch (e) { show("outer catch", e); return "outer"; } finally { show("outer finally"); }
});
attempt(() => [...(function* () { try { yield 1; } catch (e) { show("own catch", e); } finally { throw Error("late"); } })()].join());
attempt(() => new Function("show", body)(show));
globalThis.show = show;
attempt(() => (0, eval)(body));
attempt(() => { for (const x of [1, 2]) { s: { try { if (x > 0) continue; } finally { break s; } } show("after", x); } });
const later = async () => {
  try { await 1; show("body"); } catch (e) { show("own catch", e); } finally { await 2; show("finally"); throw Error("late"); }
};
await later().catch((e) => show("rejected", e));
