// This file is node:readline.
import promises from "./readline_promises";
import { askWith, cursor, Interface as Base } from "./readline_shared";

export class Interface extends Base {
  question(query: string, options: any, callback?: (line: string) => void): void {
    askWith(this, query, options, callback);
  }
}

export const createInterface = (input?: any, output?: any): Interface => new Interface(input, output);
export const { clearLine, clearScreenDown, cursorTo, moveCursor } = cursor;
export { promises };
export default { Interface, createInterface, clearLine, clearScreenDown, cursorTo, moveCursor, promises };
