// What is written is what was given, whatever happens to it while it is being written.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";

const bytes = new Uint8Array([1, 2, 3]);
const done = writeFile(`${dir}/x`, bytes);
bytes.fill(9);
done.then(() => print(readFileSync(`${dir}/x`).toString("hex")));
