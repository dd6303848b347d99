// Pins: process.getBuiltinModule gives modules of Node by their names, without import or require.
import { readFileSync } from "node:fs";

console.log(process.getBuiltinModule("fs").readFileSync === readFileSync, process.getBuiltinModule("node:path").join("a", "b"));
console.log(globalThis.process?.getBuiltinModule?.("node:events") === (await import("node:events")).default);
console.log(process.getBuiltinModule("nope"), process.getBuiltinModule("node:nope"));
for (const id of [undefined, null, 3, {}]) {
  try {
    process.getBuiltinModule(id);
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
}
