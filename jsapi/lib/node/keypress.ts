// This file has emitKeypressEvents of node:readline: it decodes what a terminal sends into keys.
import { StringDecoder } from "./string_decoder";

export interface Key { sequence: string; name: string | undefined; ctrl: boolean; meta: boolean; shift: boolean; code?: string }

const escape = "\x1b";

/** The beginnings of the sequences of a terminal: as long as one matches, more characters belong to it. */
const incomplete = /^\x1b{1,2}(?:O\d?|\[\[?\d{0,3}(?:;\d?)?)?$/;

const letters: Record<string, string> = { A: "up", B: "down", C: "right", D: "left", E: "clear", F: "end", H: "home", P: "f1", Q: "f2", R: "f3", S: "f4" };
const numbers: Record<string, string> = {
  1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown", 7: "home", 8: "end",
  11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9", 21: "f10", 23: "f11", 24: "f12",
  200: "paste-start", 201: "paste-end",
};
const linux: Record<string, string> = { A: "f1", B: "f2", C: "f3", D: "f4", E: "f5", "5~": "pageup", "6~": "pagedown" }; // after [[

/** Names the key of a code without its modifiers, such as "[A" or "[3~". Some terminals encode shift and control in the last character. */
function nameOf(code: string, key: Key): string {
  const [, start, number, last] = /^(O|\[\[?)(\d*)(.*)$/s.exec(code) as unknown as string[];
  let name: string | undefined;
  if (start === "[[") name = linux[number + last];
  else if (number !== "") {
    const pressed = last === "$" ? "shift" : last === "^" ? "ctrl" : undefined;
    if (last === "~") name = numbers[number];
    else if (pressed && /^[235678]$/.test(number)) [name, key[pressed]] = [numbers[number], true];
  } else if (code === "[Z") [name, key.shift] = ["tab", true];
  else if (/^[a-e]$/.test(last)) [name, key[start === "O" ? "ctrl" : "shift"]] = [letters[last.toUpperCase()], true];
  else name = letters[last];
  return name === undefined ? "undefined" : name;
}

const plain: Record<string, string> = { "\r": "return", "\n": "enter", "\t": "tab", "\b": "backspace", "\x7f": "backspace", [escape]: "escape", " ": "space" };

/** Returns the key of a whole sequence. */
export function decodeKey(sequence: string): Key {
  const key: Key = { sequence, name: undefined, ctrl: false, meta: false, shift: false };
  if (sequence.length === 1 && sequence > " " && sequence <= "~") {
    const upper = sequence >= "A" && sequence <= "Z";
    if (upper || (sequence >= "a" && sequence <= "z") || (sequence >= "0" && sequence <= "9")) [key.name, key.shift] = [sequence.toLowerCase(), upper];
    return key;
  }
  const escaped = sequence[0] === escape;
  const rest = sequence.replace(/^\x1b{1,2}/, "");
  const code = escaped ? /^(O|\[\[?)(.*)$/s.exec(rest) : null;
  if (code) {
    const [, start, tail] = code;
    const [, first, modifier, last] = /^(?:(\d{1,3})(?:;(\d))?|)(.*)$/s.exec(tail) as unknown as (string | undefined)[];
    const letter = /^[A-Za-z]$/.test(last as string);
    const known = letter ? first === undefined || first.length === 1 : /^[~^$]$/.test(last as string) && first !== undefined && (first.length < 3 || (last === "~" && !modifier));
    key.code = start + (!known ? tail : letter ? last : `${first}${last}`);
    const number = !known || (first !== undefined && first.length === 3) ? 1 : Number(modifier || (letter && first) || 1);
    const bits = number - 1;
    [key.ctrl, key.meta, key.shift] = [(bits & 4) !== 0, (bits & 10) !== 0, (bits & 1) !== 0];
    key.name = nameOf(key.code, key);
    return key;
  }
  key.meta = escaped;
  if (plain[rest] !== undefined) key.name = plain[rest];
  else if (!escaped && rest <= "\x1a") [key.name, key.ctrl] = [String.fromCharCode(rest.charCodeAt(0) + 96), true];
  else if (/^[0-9A-Za-z]$/.test(rest)) [key.name, key.shift] = [rest.toLowerCase(), /[A-Z]/.test(rest)];
  else if (escaped && rest === "") key.name = "escape";
  return key;
}

const decoders = new WeakSet<object>(); // the streams that emit keypress events

/** Makes a stream emit keypress events as long as somebody listens for them. iface is the Interface that reads them. */
export function emitKeypressEvents(stream: any, iface: any = {}): void {
  if (decoders.has(stream)) return;
  decoders.add(stream);
  const decoder = new StringDecoder("utf8");
  const { escapeCodeTimeout = 500 } = iface;
  let pending = "";
  let timer: unknown;
  const emit = () => {
    const sequence = pending;
    pending = "";
    const key = decodeKey(sequence);
    const escaped = sequence[0] === escape;
    stream.emit("keypress", escaped ? undefined : sequence, key);
  };
  const onData = (chunk: any) => {
    if (stream.listenerCount("keypress") === 0) {
      stream.removeListener("data", onData);
      stream.on("newListener", onNewListener);
      return;
    }
    const chars = [...(decoder.write(chunk) as string)];
    if (chars.length === 0) return;
    clearTimeout(timer as any);
    chars.forEach((char, i) => {
      const last = i === chars.length - 1;
      iface.isCompletionEnabled = last;
      pending += char;
      if (pending[0] !== escape || !incomplete.test(pending)) emit();
      else if (last && char === escape) timer = setTimeout(emit, escapeCodeTimeout);
    });
  };
  const onNewListener = (event: string) => {
    if (event !== "keypress") return;
    stream.on("data", onData);
    stream.removeListener("newListener", onNewListener);
  };
  if (stream.listenerCount("keypress") > 0) stream.on("data", onData);
  else stream.on("newListener", onNewListener);
}
