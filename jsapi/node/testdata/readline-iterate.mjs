// node:readline: for await over the lines, and what a closed interface does.
import readline, { createInterface, cursorTo, clearLine, moveCursor, clearScreenDown } from "node:readline";

const print = console.log;
const show = (what, f) => {
  try { print(what, JSON.stringify(f())); } catch (error) { print(what, "throws", error.name, error.code, error.message); }
};
const main = async () => {
  const rl = createInterface({ input: process.stdin });
  for await (const line of rl) print("line", line);
  print("done");
  const closed = [];
  rl.on("close", () => closed.push("close"));
  rl.close();
  show("closed again", () => closed);
  show("question", () => rl.question("x", () => {}));
  const out = { text: "", write(s) { this.text += s; return true; } };
  show("cursor", () => [cursorTo(out, 3), cursorTo(out, 3, 4), clearLine(out, 0), clearLine(out, -1), clearLine(out, 1), moveCursor(out, 2, -3), moveCursor(out, 0, 0), clearScreenDown(out), escape(out.text)]);
  show("interface", () => [rl instanceof readline.Interface, rl.terminal]);
};
main();
