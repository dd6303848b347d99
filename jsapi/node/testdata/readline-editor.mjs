// What an Interface with terminal: true writes while a person edits a line.
import readline from "node:readline";
import promises from "node:readline/promises";
import { PassThrough, Writable } from "node:stream";

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

function screen(columns) {
  let text = "";
  const output = new Writable({ write(chunk, _, done) { text += chunk; done(); } });
  output.columns = columns;
  return { output, take() { const t = text; text = ""; return t; } };
}

async function session(title, columns, options, keys, more = () => {}) {
  console.log("==", title);
  const input = new PassThrough();
  const { output, take } = screen(columns);
  const rl = readline.createInterface({ input, output, terminal: true, ...options });
  rl.on("line", (line) => console.log("line", JSON.stringify(line)));
  rl.on("close", () => console.log("close"));
  more(rl);
  rl.prompt();
  console.log("prompt", JSON.stringify(take()), rl.terminal, rl.columns);
  for (const key of keys) {
    if (typeof key === "function") key(rl, input);
    else input.write(key);
    await turn();
    console.log(JSON.stringify(key.toString().slice(0, 40)), JSON.stringify(take()), JSON.stringify([rl.line, rl.cursor]), JSON.stringify(rl.getCursorPos()));
  }
  if (!rl.closed) rl.close();
  console.log("history", JSON.stringify(rl.history));
}

const [left, right, up, down, home, end, del] = ["\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F", "\x1b[3~"];

await session("typing", 80, {}, ["h", "i", "x", "\x7f", left, left, "o", right, "!", home, "\x1b[3~", end, "\r", "a", "\n", "\r\n"]);
await session("words", 80, { prompt: "$ " }, ["one two, three", "\x1bb", "\x1bb", "\x1bf", "\x1b[1;5D", "\x1b[1;5C", "\x17", "\x1bd", "\x01", "\x1bd", "\x05", "\x15", "\x19"]);
await session("deleted text", 80, {}, ["one two", left, left, left, "\x0b", "\x01", right, right, right, "\x15", "\x19", "\x1by", "\x1by", "x", "\x1by"]);
await session("undo", 80, {}, ["a", "b", "\x7f", "\x1f", "\x1f", "\x1e", "\x1e", "\x1e", "\x1f\x1f\x1f\x1f"]);
await session("history", 80, { history: ["third", "second", "first"], historySize: 4 }, [up, up, down, down, down, "s", up, up, down, "\r", "fourth\r", "fourth\r", "  \r", up, up, up, up, up, up, down]);
await session("no duplicates", 80, { history: ["b", "a"], removeHistoryDuplicates: true, historySize: 2 }, ["a\r", "c\r", "\r"]);
await session("narrow", 10, { prompt: "ask: " }, ["abc", "de", "f", "g", left, left, left, "X", home, end, "\x7f", "\x0c", "\r"]);
await session("wide", 10, { prompt: "> " }, ["日本", "語", "é", "語", left, left, "\x7f", "😀", left, right, "\x7f", "\r"]);
await session("tabs and colours", 20, { prompt: "\x1b[32m?\x1b[0m " }, ["a\tb", left, left, "c"]);
await session("lines at once", 80, {}, ["one\rtwo\rthree"]);
await session("a pasted text", 80, {}, ["hello world", "\x1b[200~paste\x1b[201~", left, "x"]);
await session("completion", 30, { completer: (line) => { const all = ["apple", "apricot", "banana", "cherry"]; const hits = all.filter((c) => c.startsWith(line)); return [hits.length ? hits : all, line]; } },
  ["b", "\t", "\x15", "a", "\t", "\t", "\t", "\x15", "\t", "\t", "z", "\t", "\t"]);
await session("completion with a callback", 80, { completer: (line, done) => setTimeout(() => done(null, [[line + "1", line + "2"], line]), 1) }, ["q", "\t", "\t", "\t"]);
await session("written by the program", 80, {}, [(rl) => rl.write("text"), (rl) => rl.write(null, { ctrl: true, name: "u" }), (rl) => rl.write("more\nlines"), (rl) => rl.setPrompt("new> "), (rl) => rl.prompt(), (rl) => rl.prompt(true)]);
await session("control d", 80, {}, ["ab", left, "\x04", "\x15", "\x04"]);
await session("control c", 80, {}, ["ab", "\x03"]);
await session("control c with a listener", 80, {}, ["ab", "\x03", "c"], (rl) => rl.on("SIGINT", () => console.log("SIGINT")));
await session("the end of the input", 80, {}, ["ab", (rl, input) => input.end()]);
await session("a question", 80, {}, ["yes", "\r", "\r"], (rl) => rl.question("sure? ", (answer) => console.log("answer", answer)));
await session("nothing is shown", 80, {}, ["secret", "\x7f", "\r"], (rl) => { rl._writeToOutput = (text) => { if (/[\r\n]/.test(text)) rl.output.write("\n"); }; });
await session("pause", 80, {}, ["a", (rl) => rl.pause(), "b", (rl) => rl.resume(), "c"], (rl) => { rl.on("pause", () => console.log("pause")); rl.on("resume", () => console.log("resume")); });

{
  console.log("== promises");
  const input = new PassThrough();
  const { output, take } = screen(80);
  const rl = promises.createInterface({ input, output, terminal: true });
  const first = rl.question("first? ");
  input.write("1\r");
  console.log(await first, JSON.stringify(take()));
  const ac = new AbortController();
  const second = rl.question("second? ", { signal: ac.signal });
  input.write("ab");
  await turn();
  ac.abort();
  await second.catch((error) => console.log(error.name, error.code, error.message));
  console.log(JSON.stringify(take()), JSON.stringify(rl.getPrompt()));
  const third = rl.question("third? ");
  input.write("\x03");
  await third.catch((error) => console.log(error.name, error.code, error.message));
  console.log(JSON.stringify(take()));
}
{
  console.log("== a signal closes");
  const ac = new AbortController();
  const rl = readline.createInterface({ input: new PassThrough(), signal: ac.signal });
  rl.on("close", () => console.log("closed"));
  ac.abort();
  await turn();
  for (const options of [{ completer: 1 }, { escapeCodeTimeout: Infinity }, { signal: 1 }]) {
    try { readline.createInterface({ input: new PassThrough(), ...options }); console.log("no error"); } catch (error) { console.log(error.code); }
  }
}
