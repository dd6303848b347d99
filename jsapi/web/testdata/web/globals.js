// crypto, performance, WeakRef, FinalizationRegistry, global.
show("uuid", () => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()));
show("random values", () => {
  const list = new Uint16Array(4);
  return [crypto.getRandomValues(list) === list, list.some((n) => n !== 0)];
});
show("part of a buffer", () => {
  const all = new Uint8Array(8);
  crypto.getRandomValues(all.subarray(2, 6));
  return [all[0], all[1], all[6], all[7]];
});
show("floats", () => crypto.getRandomValues(new Float32Array(1)));
show("too many", () => crypto.getRandomValues(new Uint8Array(65537)));
show("no array", () => crypto.getRandomValues("x"));
show("tags", () => [String(crypto), String(performance), crypto.constructor.name]);
show("not constructible", () => new crypto.constructor());
show("performance", () => {
  const a = performance.now();
  const b = performance.now();
  return [typeof a, b >= a, performance.timeOrigin > 1e12, Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 2000];
});
show("WeakRef", () => {
  const o = {};
  return [new WeakRef(o).deref() === o, String(new WeakRef(o)), WeakRef.name, WeakRef.length];
});
show("WeakRef of a number", () => new WeakRef(1));
show("WeakRef without new", () => WeakRef.call({}, {}));
show("FinalizationRegistry", () => {
  const registry = new FinalizationRegistry(() => {});
  return [registry.register({}, 1), registry.unregister({}), String(registry)];
});
show("FinalizationRegistry without a function", () => new FinalizationRegistry());
show("register a number", () => new FinalizationRegistry(() => {}).register(1));
show("global", () => [global === globalThis, typeof global.setTimeout, "URL" in globalThis, "Nonsense" in globalThis, typeof Nonsense]);
show("overwrite", () => {
  const saved = globalThis.URLSearchParams;
  globalThis.URLSearchParams = 5;
  const now = URLSearchParams;
  globalThis.URLSearchParams = saved;
  return [now, typeof URLSearchParams];
});
show("overwrite before use", () => {
  globalThis.FinalizationRegistry = "mine";
  return FinalizationRegistry;
});
