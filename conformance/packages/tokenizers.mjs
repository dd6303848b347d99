// Pins: js-tiktoken and gpt-tokenizer: tokens of a text
import { Tiktoken } from "js-tiktoken/lite";
import cl100k from "js-tiktoken/ranks/cl100k_base";
import { encode, decode, isWithinTokenLimit } from "gpt-tokenizer/encoding/cl100k_base";
const text = "Hello, wörld! 你好 😀 don't 12345   x\n\n  y";
const enc = new Tiktoken(cl100k);
console.log(enc.encode(text), enc.decode(enc.encode(text)) === text, enc.encode("<|endoftext|>", "all"));
console.log(encode(text), decode(encode(text)) === text, isWithinTokenLimit(text, 5));
