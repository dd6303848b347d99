// Globals are made when first named. Until then they are inherited.
const has = (name) => Object.getOwnPropertyNames(globalThis).includes(name);
show("before", () => [has("URL"), "URL" in globalThis, has("Nonsense"), "Nonsense" in globalThis, typeof Nonsense]);
show("after", () => {
  typeof URL;
  const own = Object.getOwnPropertyDescriptor(globalThis, "URL");
  return [has("URL"), typeof own.value, own.writable, own.configurable, own.enumerable];
});
show("overwritten", () => {
  const first = typeof URL;
  URL = 5;
  return [first, URL, new (class extends EventTarget {})() instanceof EventTarget];
});
show("overwritten before", () => {
  btoa = "mine";
  return [btoa, has("btoa")];
});
show("deleted", () => [typeof atob, delete globalThis.atob, typeof atob]);
show("unknown", () => undefinedName);
show("the host's", () => [extra, extra, has("extra")]);
