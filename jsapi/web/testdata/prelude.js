// What the scripts beside this file print with. It runs before them, on Node and here.
if (!globalThis.print) {
  globalThis.print = (...items) => console.log(items.map(String).join(" "));
  globalThis.dir = process.env.RECORD_DIR; // where files may be made
  process.cwd = () => "/home/me";
  process.emitWarning = (warning) => print("warning:", warning);
}

// text writes a value so that the same value reads the same on both.
globalThis.text = function (value) {
  if (value === undefined) return "undefined";
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "function";
  if (typeof value === "symbol") return String(value);
  if (ArrayBuffer.isView(value) && "length" in value) return `${value[Symbol.toStringTag]}[${Array.from(value)}]`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Map) return `Map${text([...value])}`;
  if (value instanceof Set) return `Set${text([...value])}`;
  if (Array.isArray(value)) return `[${value.map(text).join(", ")}]`;
  return JSON.stringify(value);
};

// show prints what f returns or throws, under a label.
globalThis.show = function (label, f) {
  try {
    print(label, text(f()));
  } catch (error) {
    print(label, "throws", error && error.name, error && error.code, error && error.message);
  }
};

// shows is show for a function that returns a promise.
globalThis.shows = async function (label, f) {
  try {
    print(label, text(await f()));
  } catch (error) {
    print(label, "throws", error && error.name, error && error.code, error && error.message);
  }
};
