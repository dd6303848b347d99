// This file has the Interface of node:readline and node:readline/promises: it reads lines from standard input, and asks
// questions on an output. Node reads ahead, and loses a line that comes while nobody waits for one. Here a line of
// standard input is read when a question, a listener or a loop waits for it, so answers from a pipe reach the questions
// that they are for. Other streams are read as their data arrives.
import { EventEmitter } from "./events";
import { StringDecoder } from "./string_decoder";
import { abortError, checkFunction, checkSignal, checkString, fault } from "./errors";

const { stdin } = __hitlrun.node;

export interface InterfaceOptions { input?: any; output?: any; prompt?: string; [other: string]: any }

type Answer = (line: string) => void;

export class Interface extends (EventEmitter as any) {
  terminal = false;
  line = "";
  closed = false;
  #prompt: string;
  #answer: Answer | undefined; // the callback of the current question
  #stopReading: (() => void) | undefined;
  #paused = false;
  #ended = false;
  #lines: string[] = []; // lines that were read and that nobody has got
  #stream: any; // the source of the lines; undefined for standard input
  #over = false; // whether the stream has ended
  [key: string]: any;

  constructor(input: any, output?: any) {
    super();
    const options: InterfaceOptions = input && input.input !== undefined ? input : output ? { input, output } : input || {};
    const standard = (globalThis as any).process ? (globalThis as any).process.stdin : undefined;
    this.input = options.input;
    this.output = options.output;
    this.#prompt = options.prompt === undefined ? "> " : `${options.prompt}`;
    this.on("newListener", (type: string) => {
      if (type === "line" || type === "close") queueMicrotask(() => this.#read());
    });
    if (options.input !== undefined && options.input !== standard) this.#follow(options.input);
  }
  /** Reads the lines of a stream. */
  #follow(input: any): void {
    if (!input || typeof input.on !== "function") throw fault("TypeError", "ERR_INVALID_ARG_VALUE", "The property 'options.input' is invalid: it is not a stream");
    this.#ended = true; // standard input is not read
    this.#stream = input;
    const decoder = new StringDecoder("utf8");
    let rest = "";
    const take = (text: string, last: boolean) => {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() as string;
      if (last && rest !== "") lines.push(rest.replace(/\r$/, ""));
      for (const line of lines) if (!this.closed) this.#take(line);
    };
    const onData = (chunk: any) => take(typeof chunk === "string" ? chunk : decoder.write(chunk), false);
    const onEnd = () => {
      take(decoder.end(), true);
      this.#over = true;
      (globalThis as any).setImmediate(() => {
        // Lines that nobody waited for are discarded, as in Node.
        if (!this.#answer && this.listenerCount("line") === 0) this.#lines = [];
        this.#read();
      });
      this.#read();
    };
    input.on("data", onData);
    input.on("end", onEnd);
    input.on("error", (error: unknown) => this.emit("error", error));
    this.once("close", () => {
      input.removeListener("data", onData);
      input.removeListener("end", onEnd);
      if (typeof input.pause === "function") input.pause();
    });
  }
  getPrompt(): string {
    return this.#prompt;
  }
  setPrompt(prompt: string): void {
    this.#prompt = `${prompt}`;
  }
  prompt(_preserveCursor?: boolean): void {
    this.#resume();
    this.#write(this.#prompt);
  }
  write(text: any): void {
    this.#needOpen();
    this.#resume();
    if (text !== undefined && text !== null) this.#take(`${text}`);
  }
  pause(): this {
    if (!this.#paused) {
      this.#paused = true;
      this.#stop();
      if (this.#stream && typeof this.#stream.pause === "function") this.#stream.pause();
      this.emit("pause");
    }
    return this;
  }
  resume(): this {
    this.#resume();
    return this;
  }
  close(): void {
    if (this.closed) return;
    this.pause();
    this.closed = true;
    this.emit("close");
  }
  [Symbol.for("Symbol.dispose")](): void {
    this.close();
  }

  /** Writes the query, and passes the next line to answer. The returned function cancels the question. */
  ask(query: string, answer: Answer): () => void {
    this.#needOpen();
    if (this.#answer) {
      this.prompt();
      return () => {};
    }
    this.#answer = answer;
    this.#write(query);
    this.#resume();
    return () => {
      if (this.#answer === answer) {
        this.#answer = undefined;
        if (!this.#wanted()) this.#stop();
      }
    };
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<string> {
    const lines: string[] = [];
    const waiting: ((result: any) => void)[] = [];
    const end = { value: undefined, done: true };
    const onLine = (line: string) => {
      const first = waiting.shift();
      if (first) first({ value: line, done: false });
      else lines.push(line);
    };
    const onClose = () => {
      for (const each of waiting.splice(0)) each(end);
    };
    this.on("line", onLine);
    this.on("close", onClose);
    const iterator: any = {
      next: () => {
        if (lines.length > 0) return Promise.resolve({ value: lines.shift(), done: false });
        if (this.closed) return Promise.resolve(end);
        return new Promise((resolve) => waiting.push(resolve));
      },
      return: () => {
        this.removeListener("line", onLine);
        this.removeListener("close", onClose);
        this.close();
        return Promise.resolve(end);
      },
      [Symbol.asyncIterator]: () => iterator,
    };
    return iterator;
  }

  #needOpen(): void {
    if (this.closed) throw fault("Error", "ERR_USE_AFTER_CLOSE", "readline was closed");
  }
  #write(text: string): void {
    if (this.output) this.output.write(text);
  }
  #resume(): void {
    if (this.#paused && !this.closed) {
      this.#paused = false;
      if (this.#stream && typeof this.#stream.resume === "function") this.#stream.resume();
      this.emit("resume");
    }
    this.#read();
  }
  /** Reports whether somebody waits for a line. Whoever waits for the end needs lines until none is left. */
  #wanted(): boolean {
    return !!this.#answer || this.listenerCount("line") > 0 || (this.listenerCount("close") > 0 && this.#lines.length === 0);
  }
  #read(): void {
    while (this.#lines.length > 0 && !this.#paused && (this.#answer || this.listenerCount("line") > 0)) this.#hand(this.#lines.shift() as string);
    if (this.#over && this.#lines.length === 0 && !this.closed) return this.close();
    if (this.closed || this.#paused || this.#stopReading || this.#ended || !this.#wanted()) return;
    new Promise<string | undefined>((resolve, reject) => {
      this.#stopReading = stdin.line((line, error) => (error ? reject(error) : resolve(line)));
    }).then((line) => {
      this.#stopReading = undefined;
      if (line === undefined) {
        this.#ended = true;
        this.close();
        return;
      }
      this.#take(line);
      this.#read();
    });
  }
  #stop(): void {
    const stop = this.#stopReading;
    this.#stopReading = undefined;
    if (stop) stop();
  }
  #take(line: string): void {
    if (this.#answer || this.listenerCount("line") > 0) this.#hand(line);
    else this.#lines.push(line);
  }
  #hand(line: string): void {
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer) answer(line);
    else this.emit("line", line);
  }
}

/** Implements rl.question with a promise. */
export function asked(rl: Interface, query: string, options: any = {}): Promise<string> {
  checkString(query, "query");
  const { signal } = options || {};
  checkSignal(signal, "options.signal");
  return new Promise((resolve, reject) => {
    if (signal && signal.aborted) throw abortError(signal);
    let abort = () => {};
    const takeBack = rl.ask(query, (line) => {
      if (signal) signal.removeEventListener("abort", abort);
      resolve(line);
    });
    abort = () => {
      takeBack();
      reject(abortError(signal));
    };
    if (signal) signal.addEventListener("abort", abort, { once: true });
  });
}

/** Implements rl.question with a callback. */
export function askWith(rl: Interface, query: string, options: any, callback?: Answer): void {
  if (typeof options === "function") [options, callback] = [{}, options];
  checkFunction(callback, "cb");
  checkString(query, "query");
  const { signal } = options || {};
  checkSignal(signal, "options.signal");
  if (signal && signal.aborted) return;
  const takeBack = rl.ask(query, callback as Answer);
  if (signal) signal.addEventListener("abort", takeBack, { once: true });
}

type Output = { write(text: string): unknown } | undefined;

const send = (output: Output, code: string, done?: () => void): boolean => {
  if (output && code) output.write(code);
  if (done) queueMicrotask(done);
  return true;
};
const move = (n: number, forth: string, back: string) => (n === 0 ? "" : `\u001b[${Math.abs(n)}${n > 0 ? forth : back}`);

/** The functions that move the cursor of a terminal, or clear what is beside it. */
export const cursor = {
  clearLine: (output: Output, side: number, done?: () => void) => send(output, `\u001b[${side < 0 ? 1 : side > 0 ? 0 : 2}K`, done),
  clearScreenDown: (output: Output, done?: () => void) => send(output, "\u001b[0J", done),
  cursorTo(output: Output, x: number, y?: any, done?: () => void): boolean {
    if (typeof y === "function") [y, done] = [undefined, y];
    return send(output, y === undefined ? `\u001b[${x + 1}G` : `\u001b[${y + 1};${x + 1}H`, done);
  },
  moveCursor: (output: Output, dx: number, dy: number, done?: () => void) => send(output, move(dx, "C", "D") + move(dy, "B", "A"), done),
};
