// A question without an answer stays open, as on Node; the end of the input is told.
import { createInterface } from "node:readline/promises";

const print = console.log;
const rl = createInterface({ input: process.stdin, output: process.stdout });
rl.on("close", () => print("closed"));
rl.question("ready? ").then(() => print("answered"), () => print("failed"));
