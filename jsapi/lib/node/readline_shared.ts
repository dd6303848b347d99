// This file has the Interface of node:readline and node:readline/promises: it reads lines from standard input, and asks
// questions on an output. Node reads ahead, and loses a line that comes while nobody waits for one. Here a line of
// standard input is read when a question, a listener or a loop waits for it, so answers from a pipe reach the questions
// that they are for. Other streams, and a terminal whose keys are decoded, are read as their data arrives.
import { abortError, checkFunction, checkSignal, checkString, fault } from "./errors";
import { emitKeypressEvents, type Key } from "./keypress";
import { type EditorOptions, LineEditor } from "./readline_editor";
import { StringDecoder } from "./string_decoder";

const { stdin } = __hitlrun.node;

export interface InterfaceOptions extends EditorOptions { input?: any; output?: any; prompt?: string; terminal?: boolean; signal?: any; [other: string]: any }

type Answer = (line: string) => void;

const maxLines = 1024; // how many lines are read ahead for a loop

const flowed = new WeakSet<object>(); // standard input, if it flowed when an Interface paused it

interface Question { answer: Answer; refuse?: (error: Error) => void; prompt: string }

/** Splits a text into lines. A return at its end may be half of an end of a line, and remains. */
function split(text: string): string[] {
  const pieces = text.split("\n");
  if (!text.includes("\r")) return pieces;
  const lines: string[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const ends = pieces[i].endsWith("\r");
    for (const line of (ends ? pieces[i].slice(0, -1) : pieces[i]).split("\r")) lines.push(line);
    if (ends && i === pieces.length - 1) lines.push(`${lines.pop()}\r`);
  }
  return lines;
}

export class Interface extends LineEditor {
  #question: Question | undefined; // the current question, and the prompt that comes after it
  #stopReading: (() => void) | undefined;
  #paused = false;
  #ended = false;
  #lines: string[] = []; // lines that were read and that nobody has got
  #stream: any; // the source of the lines; undefined for standard input
  #over = false; // whether the stream has ended

  constructor(input: any, output?: any, completer?: any, terminal?: boolean) {
    super();
    const options: InterfaceOptions = input && input.input !== undefined ? input : output || (input && input.on) ? { input, output, completer, terminal } : input || {};
    this.configure(options);
    const { signal } = options;
    if (signal) checkSignal(signal, "options.signal");
    const standard = (globalThis as any).process ? (globalThis as any).process.stdin : undefined;
    this.input = options.input;
    this.output = options.output;
    if (options.prompt !== undefined) this.setPrompt(options.prompt);
    this.on("newListener", (type: string) => {
      if (type === "line" || type === "close") queueMicrotask(() => this.#read());
    });
    // Lines of a pipe are read one by one, also if the output is a terminal.
    this.terminal = Boolean(options.terminal ?? (this.output && this.output.isTTY && (this.input !== standard || standard.isTTY)));
    if (this.terminal) this.#edit(this.input);
    else if (this.input !== undefined && this.input !== standard) this.#follow(this.input);
    else if (flowed.has(this.input)) this.#resumeStream();
    if (signal) this.#closeWith(signal);
  }
  #closeWith(signal: any): void {
    const close = () => this.close();
    if (signal.aborted) return (globalThis as any).process.nextTick(close);
    signal.addEventListener("abort", close, { once: true });
    this.once("close", () => signal.removeEventListener("abort", close));
  }
  /** Reads the keys of a terminal. */
  #edit(input: any): void {
    this.#ended = true; // standard input is not read line by line
    this.#stream = input;
    const onKey = (text: string | undefined, key: Key) => this._ttyWrite(text, key);
    const onEnd = () => {
      if (this.line !== "") this._onLine(this.line);
      this.close();
    };
    const onError = (error: unknown) => this.emit("error", error);
    const onResize = () => this._refreshLine();
    emitKeypressEvents(input, this);
    input.on("keypress", onKey);
    input.on("end", onEnd);
    input.on("error", onError);
    this._setRawMode(true);
    if (this.output && this.output.on) this.output.on("resize", onResize);
    this.once("close", () => {
      for (const [event, listener] of [["keypress", onKey], ["end", onEnd], ["error", onError]] as [string, any][]) input.removeListener(event, listener);
      if (this.output && this.output.removeListener) this.output.removeListener("resize", onResize);
    });
    input.resume();
  }
  /** Reads the lines of a stream. */
  #follow(input: any): void {
    if (!input || typeof input.on !== "function") throw fault("TypeError", "ERR_INVALID_ARG_VALUE", "The property 'options.input' is invalid: it is not a stream");
    this.#ended = true; // standard input is not read
    this.#stream = input;
    const decoder = new StringDecoder("utf8");
    let parts = [""]; // of the line that has not ended, which is not copied for each of them
    const take = (text: string, last: boolean) => {
      const inside = !last && !text.includes("\n") && !text.includes("\r") && !parts[parts.length - 1].endsWith("\r");
      parts.push(text);
      if (inside) return;
      const lines = split(parts.join(""));
      const rest = lines.pop() as string;
      parts = [rest];
      if (last && rest !== "") lines.push(rest.replace(/\r$/, ""));
      for (const line of lines) if (!this.closed) this.#take(line);
    };
    const onData = (chunk: any) => take(typeof chunk === "string" ? chunk : decoder.write(chunk), false);
    const onEnd = () => {
      take(decoder.end(), true);
      this.#over = true;
      (globalThis as any).setImmediate(() => {
        // Lines that nobody waited for are discarded, as in Node.
        if (!this.#question && this.listenerCount("line") === 0) this.#lines = [];
        this.#read();
      });
      this.#read();
    };
    input.on("data", onData);
    input.on("end", onEnd);
    const onError = (error: unknown) => this.emit("error", error);
    input.on("error", onError);
    this.once("close", () => {
      for (const [event, listener] of [["data", onData], ["end", onEnd], ["error", onError]] as [string, any][]) input.removeListener(event, listener);
      if (typeof input.pause === "function") input.pause();
    });
  }
  prompt(preserveCursor?: boolean): void {
    this.#unpause();
    if (this.terminal) {
      if (!preserveCursor) this.cursor = 0;
      this._refreshLine();
    } else this._writeToOutput(this.getPrompt());
    this.#read();
  }
  write(text: any, key?: Partial<Key>): void {
    this.#needOpen();
    this.#resume();
    if (this.terminal) this._ttyWrite(text, key);
    else if (text !== undefined && text !== null) this.#take(`${text}`);
  }
  pause(): this {
    if (!this.#paused) {
      this.#paused = true;
      this.#stop();
      this.#pauseStream();
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
    if (this.terminal) this._setRawMode(false);
    this.closed = true;
    this.emit("close");
  }
  /** Ends with Ctrl-C or Ctrl-D. */
  abort(letter: string): void {
    this.close();
    const refuse = this.#question && this.#question.refuse;
    if (refuse) refuse(Object.assign(new Error(`Aborted with Ctrl+${letter}`), { name: "AbortError", code: "ABORT_ERR" }));
  }
  [Symbol.for("Symbol.dispose")](): void {
    this.close();
  }

  /** Writes the query, and passes the next line to answer. The returned function cancels the question. refuse gets the error of Ctrl-C. */
  ask(query: string, answer: Answer, refuse?: (error: Error) => void): () => void {
    this.#needOpen();
    if (this.#question) {
      this.prompt();
      return () => {};
    }
    const question = { answer, refuse, prompt: this.getPrompt() };
    this.#question = question;
    this.setPrompt(query);
    this.prompt();
    return () => {
      if (this.#question !== question) return;
      this.#question = undefined;
      this.setPrompt(question.prompt);
      if (this.terminal) this.clearLine();
      if (!this.#wanted()) this.#stop();
    };
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<string> {
    const lines: string[] = [];
    const waiting: { resolve(result: any): void; reject(error: unknown): void }[] = [];
    const end = { value: undefined, done: true };
    let failure: { error: unknown } | undefined;
    let finished = false;
    let full = false; // the input pauses until all lines are read
    const onLine = (line: string) => {
      const first = waiting.shift();
      if (first) return first.resolve({ value: line, done: false });
      lines.push(line);
      if (full || lines.length <= maxLines) return;
      full = true;
      this.pause();
    };
    const finish = () => {
      finished = true;
      for (const [event, listener] of listeners) this.removeListener(event, listener);
      for (const each of waiting.splice(0)) each.resolve(end);
    };
    const onError = (error: unknown) => {
      const first = waiting.shift();
      if (first) first.reject(error);
      else failure = { error };
      finish();
    };
    const listeners: [string, any][] = [["line", onLine], ["close", finish], ["error", onError]];
    for (const [event, listener] of listeners) this.on(event, listener);
    if (this.closed) finish();
    const iterator: any = {
      next: () => {
        if (lines.length > 0) {
          const value = lines.shift();
          if (full && lines.length === 0) {
            full = false;
            this.resume();
          }
          return Promise.resolve({ value, done: false });
        }
        if (failure) {
          const { error } = failure;
          failure = undefined;
          return Promise.reject(error);
        }
        if (finished) return Promise.resolve(end);
        return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
      },
      return: () => {
        finish();
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
  #resume(): void {
    this.#unpause();
    this.#read();
  }
  #unpause(): void {
    if (!this.#paused || this.closed) return;
    this.#paused = false;
    if (this.#stream ? typeof this.#stream.resume === "function" : flowed.has(this.input)) this.#resumeStream();
    this.emit("resume");
  }
  /** Pauses the stream of the lines. Standard input flows only if something else reads it, such as a listener for keys. */
  #pauseStream(): void {
    const flows = !this.#stream && Boolean(this.input) && Object.hasOwn(this.input, "_readableState") && this.input.readableFlowing === true;
    if (flows) flowed.add(this.input);
    if (flows || (this.#stream && typeof this.#stream.pause === "function")) this.input.pause();
  }
  #resumeStream(): void {
    flowed.delete(this.input);
    this.input.resume();
  }
  /** Reports whether somebody waits for a line. Whoever waits for the end needs lines until none is left. */
  #wanted(): boolean {
    return !!this.#question || this.listenerCount("line") > 0 || (this.listenerCount("close") > 0 && this.#lines.length === 0);
  }
  #drain(): void {
    while (this.#lines.length > 0 && !this.#paused && (this.#question || this.listenerCount("line") > 0)) this.#hand(this.#lines.shift() as string);
  }
  #read(): void {
    this.#drain();
    if (this.#over && this.#lines.length === 0 && !this.closed) return this.close();
    if (this.closed || this.#paused || this.#stopReading || this.#ended || !this.#wanted()) return;
    new Promise<string | undefined>((resolve, reject) => {
      this.#stopReading = stdin.line((error, line) => (error ? reject(error) : resolve(line))).cancel;
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
    if (this.#lines.length === 0 && (this.#question || this.listenerCount("line") > 0)) return this.#hand(line);
    this.#lines.push(line);
    this.#drain(); // those that wait come first
  }
  _onLine(line: string): void {
    this.#take(line);
  }
  _setRawMode(mode: boolean): boolean {
    const was = this.input.isRaw;
    if (typeof this.input.setRawMode === "function") this.input.setRawMode(mode);
    return was;
  }
  #hand(line: string): void {
    const question = this.#question;
    if (!question) return void this.emit("line", line);
    this.#question = undefined;
    this.setPrompt(question.prompt);
    question.answer(line);
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
    const takeBack = rl.ask(
      query,
      (line) => {
        if (signal) signal.removeEventListener("abort", abort);
        resolve(line);
      },
      reject,
    );
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
