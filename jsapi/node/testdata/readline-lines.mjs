// node:readline: line events until the end of the input.
import readline from "node:readline";

const print = console.log;
const show = (what, f) => {
  try { print(what, JSON.stringify(f())); } catch (error) { print(what, "throws", error.name, error.code, error.message); }
};
const rl = readline.createInterface({ input: process.stdin, output: process.stdout, prompt: "> " });
rl.prompt();
rl.on("line", (line) => {
  print("line", JSON.stringify(line));
  rl.prompt();
}).on("close", () => {
  print("close");
  show("prompt", () => rl.getPrompt());
});
