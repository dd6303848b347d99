// Taking a question back frees the loop; the line that comes later is for the next question. The host types "late" when
// it is told to answer.
import { createInterface } from "node:readline/promises";

const main = async () => {
  const rl = createInterface({ input: process.stdin, output: process.stdout });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  await shows("first", () => rl.question("first? ", { signal: controller.signal }));
  answer();
  print(await rl.question("second? "));
  rl.close();
};
main();
