// Keys of a terminal, as emitKeypressEvents decodes them.
import readline from "node:readline";
import { PassThrough } from "node:stream";

const seqs = ["a", "A", "5", ".", "é", "😀", " ", "\r", "\n", "\t", "\b", "\x7f", "\x01", "\x03", "\x1a", "\x1c", "\x1f", "\x00",
  "\x1ba", "\x1bA", "\x1b.", "\x1b\r", "\x1b ", "\x1b\x7f", "\x1b\x1b\x1b", "\x1b\x01", "\x1bé",
  "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[E", "\x1b[F", "\x1b[H", "\x1b[P", "\x1b[S", "\x1b[Z", "\x1b[G",
  "\x1bOA", "\x1bOP", "\x1bOS", "\x1bOH", "\x1bOa", "\x1bOe", "\x1bO5A", "\x1bO2P", "\x1bOz",
  "\x1b[1;5A", "\x1b[1;2B", "\x1b[1;3C", "\x1b[1;6D", "\x1b[1;9H", "\x1b[5C", "\x1b[2D",
  "\x1b[1~", "\x1b[2~", "\x1b[3~", "\x1b[4~", "\x1b[5~", "\x1b[6~", "\x1b[7~", "\x1b[8~", "\x1b[9~", "\x1b[11~", "\x1b[15~", "\x1b[17~", "\x1b[24~", "\x1b[25~",
  "\x1b[3;5~", "\x1b[24;2~", "\x1b[2$", "\x1b[3^", "\x1b[7$", "\x1b[8^", "\x1b[4$", "\x1b[1^", "\x1b[a", "\x1b[e", "\x1b[f",
  "\x1b[200~", "\x1b[201~", "\x1b[202~", "\x1b[200$", "\x1b[[A", "\x1b[[E", "\x1b[[F", "\x1b[[5~", "\x1b[[6~", "\x1b[[7~", "\x1b[[1;5A",
  "\x1b\x1b[A", "\x1b\x1bOA", "\x1b\x1ba", "\x1b[;5A", "\x1b[12A", "\x1b[1;A", "\x1b[12;34", "\x1b[?", "\x1b[99;9A",
];
const input = new PassThrough();
readline.emitKeypressEvents(input);
input.on("keypress", (s, key) => console.log(JSON.stringify(s), JSON.stringify(key)));
for (const s of seqs) {
  console.log("->", JSON.stringify(s));
  input.write(s);
  await new Promise(setImmediate);
}
console.log("several at once");
input.write("x\x1b[Ay\x1b");
await new Promise((resolve) => setTimeout(resolve, 700));
console.log("one byte after another");
for (const byte of Buffer.from("é\x1b[1;5A")) input.write(Buffer.from([byte]));
await new Promise(setImmediate);

// Without a listener nothing is decoded; with a new one it is again.
input.removeAllListeners("keypress");
input.write("q");
await new Promise(setImmediate);
input.on("keypress", (s, key) => console.log("again", s, key.name));
input.write("w");
await new Promise(setImmediate);
console.log(input.listenerCount("data"));
