// A host that gives nothing but a loop.
import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import { format, inspect } from "node:util";

show("read", () => fs.readFileSync("x"));
show("write", () => fs.writeFileSync("x", ""));
show("context", () => new AsyncLocalStorage().run(1, () => {}));
show("print", () => [format("a", 1), inspect(5)]);
