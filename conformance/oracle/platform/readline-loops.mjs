// Pins: loops over the lines of a stream: how far they read ahead, errors, ends of lines, and what comes after close
import { createReadStream, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

const linesOf = async (...chunks) => {
  const lines = [];
  for await (const line of createInterface({ input: Readable.from(chunks) })) lines.push(line);
  return lines;
};
for (const chunks of [["a\nb\n"], ["a\r\nb\rc\n"], ["a\r", "\nb"], ["a\r", "b"], ["a\r\r\n", "\n"], ["a\u2028b\u2029c"], ["a", "b", "\nc"], [Buffer.from([0xc3]), Buffer.from([0xa9, 10])], [""], ["\n"], ["a\r"]]) {
  console.log(JSON.stringify(chunks), JSON.stringify(await linesOf(...chunks)));
}
const folder = mkdtempSync(join(tmpdir(), "lines-"));
try {
  for await (const line of createInterface({ input: createReadStream(join(folder, "none")) })) console.log(line);
} catch (e) {
  console.log("caught", e.code);
}
const failing = new PassThrough();
const lines = createInterface({ input: failing })[Symbol.asyncIterator]();
failing.write("1\n2\n");
setImmediate(() => failing.destroy(new Error("broken")));
await sleep(5);
console.log(await lines.next(), await lines.next(), await lines.next().catch((e) => e.message), await lines.next());

writeFileSync(join(folder, "long"), "some log line of about sixty characters, repeated many times\n".repeat(20_000));
const input = createReadStream(join(folder, "long"));
const rl = createInterface({ input });
const seen = [];
rl.on("pause", () => seen.push("pause")).on("resume", () => seen.push("resume"));
let n = 0;
for await (const line of rl) {
  if (++n !== 1) continue;
  await sleep(50);
  console.log("read ahead", input.bytesRead <= 131072, seen);
}
console.log(n, seen.length > 10, seen.includes("resume"));
rmSync(folder, { recursive: true });

const rest = createInterface({ input: Readable.from(["a\nb\nc\n"]) });
const it = rest[Symbol.asyncIterator]();
console.log(await it.next());
rest.close();
console.log(await it.next(), await it.next(), await it.next());
