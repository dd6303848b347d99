// There is no other input than standard input.
import { createInterface } from "node:readline";

show("other input", () => createInterface({ input: { on() {} } }));
