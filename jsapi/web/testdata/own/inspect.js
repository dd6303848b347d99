// What classes print as: an object of the class with the properties to show, or text.
const custom = (v) => v[Symbol.for("nodejs.util.inspect.custom")](2, {}, (s) => "'" + s + "'");
const shown = (v) => {
  const s = custom(v);
  return [s.constructor.name, Object.keys(s).join(), s[Symbol.for("nodejs.util.inspect.custom")]];
};
const main = async () => {
  await shows("URL", () => shown(new URL("http://a/?b#c")));
  await shows("URLSearchParams", () => custom(new URLSearchParams("a=1&b=x y")));
  await shows("no URLSearchParams", () => custom(new URLSearchParams()));
  await shows("AbortSignal", () => shown(AbortSignal.abort()));
  await shows("AbortController", () => shown(new AbortController()));
  await shows("Event", () => shown(new Event("x")));
  await shows("EventTarget", () => shown(new EventTarget()));
  await shows("subclass", () => shown(new (class Mine extends EventTarget {})()));
  await shows("TextDecoder", () => shown(new TextDecoder()));
  await shows("Buffer", () => custom(Buffer.from("ab")));
  await shows("no Buffer", () => custom(Buffer.alloc(0)));
  await shows("long Buffer", () => custom(Buffer.alloc(52)).slice(-20));
};
main();
