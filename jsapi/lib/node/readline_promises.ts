// This file is node:readline/promises.
import { wrongType } from "./errors";
import { cursor } from "./readline_cursor";
import { asked, Interface as Base } from "./readline_shared";

export class Interface extends Base {
  question(query: string, options?: any): Promise<string> {
    return asked(this, query, options);
  }
}

/** Collects movements of the cursor, and writes them together at commit(). */
export class Readline {
  #stream: any;
  #autoCommit: boolean;
  #todo: string[] = [];
  constructor(stream: any, options: any = {}) {
    if (!stream || typeof stream.write !== "function") throw wrongType("stream", "an instance of Writable", stream);
    this.#stream = stream;
    this.#autoCommit = Boolean(options && options.autoCommit);
  }
  #add(move: (output: any) => unknown): this {
    if (this.#autoCommit) (globalThis as any).process.nextTick(() => move(this.#stream));
    else move({ write: (text: string) => this.#todo.push(text) });
    return this;
  }
  cursorTo(x: number, y?: number): this {
    return this.#add((output) => cursor.cursorTo(output, x, y));
  }
  moveCursor(dx: number, dy: number): this {
    return this.#add((output) => cursor.moveCursor(output, dx, dy));
  }
  clearLine(direction: number): this {
    return this.#add((output) => cursor.clearLine(output, direction));
  }
  clearScreenDown(): this {
    return this.#add((output) => cursor.clearScreenDown(output));
  }
  commit(): Promise<void> {
    return new Promise((resolve) => this.#stream.write(this.#todo.splice(0).join(""), resolve));
  }
  rollback(): this {
    this.#todo = [];
    return this;
  }
}

export const createInterface = (input?: any, output?: any, completer?: any, terminal?: boolean): Interface => new Interface(input, output, completer, terminal);
export default { Interface, Readline, createInterface };
