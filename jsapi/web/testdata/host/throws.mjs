// What a line listener throws is a rejection that nobody handles.
import { createInterface } from "node:readline";

createInterface({ input: process.stdin }).on("line", (line) => {
  throw new Error(line);
});
