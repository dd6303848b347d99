// Pins: lines that came before there was a listener
// Differs: Node loses them; here they wait for a listener, and come before newer lines
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";

const input = new PassThrough();
const rl = createInterface({ input });
input.write("1\n2\n");
setTimeout(() => {
  rl.on("line", (line) => console.log("line", line));
  input.write("3\n");
  input.end();
}, 10);
