// Answers that are piped in all at once reach the questions they are for.
import { createInterface } from "node:readline/promises";

const print = console.log;
const main = async () => {
  const rl = createInterface({ input: process.stdin, output: process.stdout });
  rl.on("close", () => print("closed"));
  print(await rl.question("1? "));
  await new Promise((resolve) => setTimeout(resolve, 10));
  print(await rl.question("2? "), await rl.question("3? "));
  rl.close();
};
main();
