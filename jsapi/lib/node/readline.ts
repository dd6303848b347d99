// This file is node:readline.
import promises from "./readline_promises";
import { emitKeypressEvents } from "./keypress";
import { cursor } from "./readline_cursor";
import { askWith, Interface as Base } from "./readline_shared";

export class Interface extends Base {
  question(query: string, options: any, callback?: (line: string) => void): void {
    askWith(this, query, options, callback);
  }
}

export const createInterface = (input?: any, output?: any, completer?: any, terminal?: boolean): Interface => new Interface(input, output, completer, terminal);
export const { clearLine, clearScreenDown, cursorTo, moveCursor } = cursor;
export { emitKeypressEvents, promises };
export default { Interface, createInterface, clearLine, clearScreenDown, cursorTo, emitKeypressEvents, moveCursor, promises };
