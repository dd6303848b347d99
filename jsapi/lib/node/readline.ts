// This file is node:readline.
import promises from "./readline_promises";
import { emitKeypressEvents } from "./keypress";
import { cursor } from "./readline_cursor";
import { become } from "./readline_editor";
import { askWith, Interface as Base } from "./readline_shared";

class Asking extends Base {
  question(query: string, options: any, callback?: (line: string) => void): void {
    askWith(this, query, options, callback);
  }
}

/** Interface is a function and not a class, because old code calls it without new. */
export function Interface(this: any, input?: any, output?: any, completer?: any, terminal?: boolean): any {
  if (!(this instanceof (Interface as any))) return new (Interface as any)(input, output, completer, terminal);
  become(this, Asking, [input, output, completer, terminal]);
}
Object.setPrototypeOf(Interface, Base);
Interface.prototype = Asking.prototype;
Object.defineProperty(Interface.prototype, "constructor", { value: Interface, writable: true, configurable: true });

export const createInterface = (input?: any, output?: any, completer?: any, terminal?: boolean): any => new (Interface as any)(input, output, completer, terminal);
export const { clearLine, clearScreenDown, cursorTo, moveCursor } = cursor;
export { emitKeypressEvents, promises };
export default { Interface, createInterface, clearLine, clearScreenDown, cursorTo, emitKeypressEvents, moveCursor, promises };
