// Pins: process.emitWarning: the type, the code and the detail of a warning, the event, what is no warning.
process.on("warning", (w) => console.log("event", w instanceof Error, w.name, w.message, w.code, w.detail));
process.emitWarning("one");
process.emitWarning("two", "OwnWarning");
process.emitWarning("three", "DeprecationWarning", "DEP1");
process.emitWarning("four", { type: "OwnWarning", code: "OWN1", detail: "more\nlines" });
process.emitWarning(new TypeError("five"));
process.emitWarning(Object.assign(new Error("six"), { name: "Six", code: "S6" }), "Ignored", "Ignored");
for (const wrong of [5, undefined, null, {}, Symbol("x")]) {
  try {
    process.emitWarning(wrong);
  } catch (e) {
    console.log(e.name, e.code);
  }
}
