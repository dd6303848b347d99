// What is no stream is refused.
import { createInterface } from "node:readline";

show("other input", () => createInterface({ input: { read() {} } }));
