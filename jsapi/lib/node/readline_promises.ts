// This file is node:readline/promises.
import { asked, Interface as Base } from "./readline_shared";

export class Interface extends Base {
  question(query: string, options?: any): Promise<string> {
    return asked(this, query, options);
  }
}

export const createInterface = (input?: any, output?: any, completer?: any, terminal?: boolean): Interface => new Interface(input, output, completer, terminal);
export default { Interface, createInterface };
