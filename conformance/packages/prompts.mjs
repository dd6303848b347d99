// Pins: packages that ask a person on a terminal. The terminal is a stream here, and the keys are written to it.
import { checkbox, confirm, input, password, select } from "@inquirer/prompts";
import * as clack from "@clack/prompts";
import enquirer from "enquirer";
import prompts from "prompts";
import { PassThrough, Writable } from "node:stream";

function terminal() {
  const keys = new PassThrough();
  keys.isTTY = true;
  keys.setRawMode = () => keys;
  let text = "";
  const screen = new Writable({ write(chunk, _, done) { text += chunk; done(); } });
  Object.assign(screen, { columns: 80, rows: 24, isTTY: true });
  return { input: keys, output: screen, last: () => text.replace(/\x1b(?:\[[0-9;?]*[A-Za-z]|[78])/g, "").trim().split(/\r?\n/).pop() };
}

// Presses keys one after another while a question is asked.
async function asked(question, ...keys) {
  const t = terminal();
  const answer = question(t);
  for (const key of keys) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    t.input.write(key);
  }
  console.log(JSON.stringify(await answer), t.last());
}

const [down, right] = ["\x1b[B", "\x1b[C"];
const colors = ["red", "green", "blue"];

await asked((t) => input({ message: "Name?" }, t), "An", "m", "\x7f", "n", "\r");
await asked((t) => confirm({ message: "Sure?" }, t), "n", "\r");
await asked((t) => select({ message: "Pick", choices: colors.map((value) => ({ value })) }, t), down, down, "\r");
await asked((t) => checkbox({ message: "Many", choices: colors.map((value) => ({ value })) }, t), " ", down, down, " ", "\r");
await asked((t) => password({ message: "Secret", mask: "*" }, t), "p", "w", "\r");

const one = (question) => (t) => prompts({ name: "it", stdin: t.input, stdout: t.output, ...question }).then((all) => all.it);
await asked(one({ type: "text", message: "Name?" }), "B", "o", "b", "\r");
await asked(one({ type: "toggle", message: "Sure?", active: "yes", inactive: "no" }), right, "\r");
await asked(one({ type: "select", message: "Pick", choices: colors.map((title, value) => ({ title, value })) }), down, "\r");
await asked(one({ type: "number", message: "Age?" }), "4", "2", "\r");

await asked((t) => clack.text({ message: "Name?", ...t }), "E", "v", "e", "\r");
await asked((t) => clack.confirm({ message: "Sure?", ...t }), right, "\r");
await asked((t) => clack.select({ message: "Pick", options: colors.map((value) => ({ value })), ...t }), down, "\r");

const own = (question) => (t) => enquirer.prompt({ name: "it", stdin: t.input, stdout: t.output, ...question }).then((all) => all.it);
await asked(own({ type: "input", message: "Name?" }), "D", "a", "n", "\r");
await asked(own({ type: "confirm", message: "Sure?" }), "y");
await asked(own({ type: "select", message: "Pick", choices: colors }), down, "\r");
