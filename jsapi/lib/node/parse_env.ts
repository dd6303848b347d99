// This file parses the text of an .env file, for node:util.
import { checkString } from "./errors";

const line = /^[ \t]*(?:export[ \t]+)?([^\s=#][^=\n]*?)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\n#]*))[^\n]*$/gm;

export function parseEnv(content: any): Record<string, string> {
  checkString(content, "content");
  const env: Record<string, string> = {};
  for (const m of content.replace(/\r\n?/g, "\n").matchAll(line)) {
    const [, name, double, single, back, plain] = m;
    env[name] = double !== undefined ? double.replace(/\\n/g, "\n") : (single ?? back ?? plain.trim());
  }
  return Object.fromEntries(Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1)));
}
