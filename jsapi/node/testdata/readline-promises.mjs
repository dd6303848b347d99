// node:readline/promises: one question.
import * as readline from "node:readline/promises";
import { createInterface } from "node:readline";
import { stdin as input, stdout as output } from "node:process";

const print = console.log;
const shows = async (what, f) => {
  try { print(what, JSON.stringify(await f())); } catch (error) { print(what, "throws", error.name, error.code, error.message); }
};
const main = async () => {
  const rl = readline.createInterface({ input, output });
  rl.on("close", () => print("closed"));
  const name = await rl.question("Name? ");
  print("hello", name);
  rl.close();
  await shows("after close", () => rl.question("x"));
  await shows("aborted before", () => readline.createInterface({ input, output }).question("x", { signal: AbortSignal.abort() }));
};
main();
