// Pins: js-tiktoken and gpt-tokenizer: tokens of a text
import { Tiktoken } from "js-tiktoken/lite";
import cl100k from "js-tiktoken/ranks/cl100k_base";
import { encode, decode, isWithinTokenLimit } from "gpt-tokenizer/encoding/cl100k_base";
const text = "Hello, wörld! 你好 😀 don't 12345   x\n\n  y";
const enc = new Tiktoken(cl100k);
console.log(enc.encode(text), enc.decode(enc.encode(text)) === text, enc.encode("<|endoftext|>", "all"));
console.log(encode(text), decode(encode(text)) === text, isWithinTokenLimit(text, 5));
// Lists of one's own, also in forms that the lists of the package do not have.
const read = (bpe_ranks) => {
  try {
    const own = new Tiktoken({ bpe_ranks, pat_str: "[a-z]+|.", special_tokens: { "<s>": 500 } });
    return `${own.encode("hello <s> abc", "all")} ${JSON.stringify(own.decode([0, 1, 2, 3, 104, 500, -1, 1.5, "1", 7]))}`;
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
const list = ["a", "b", "c", "h", "e", "l", "o", "he", "ll", "llo", "hello", " ", "bc"].map((t) => Buffer.from(t).toString("base64"));
for (const form of [
  "! 0 " + list.join(" "), "! 0 " + list.slice(0, 5).join(" ") + "\n\n! 100 " + list.slice(5).join(" ") + "\n", "! 0 " + list.concat(list[0]).join(" "),
  "! 0 " + list.join(" ") + "\n! 3 " + Buffer.from("abc").toString("base64"), "! 0  " + list.join(" "), "! 0 " + list.join("\r "), "! x " + list.join(" "),
  "! -2 " + list.join(" "), "! 2147483640 " + list.join(" "), "! 0x10 " + list.join(" "), "! 0 " + list.join(" ").replaceAll("=", ""), "! 0 YR== YQ== Yg== _w==", "", "! 0", "!",
]) console.log(read(form));
console.log(read(undefined), read(5));
