// This file is node:tty. A script cannot control a terminal, and can only ask whether there is one.
import { terminal } from "./stdio";

const process = (globalThis as any).process || {};

export const isatty = (fd: number): boolean => {
  const stream = [process.stdin, process.stdout, process.stderr][fd];
  return Boolean(stream && stream.isTTY);
};
export class ReadStream {}
export const WriteStream: any = terminal.WriteStream;
export default { isatty, ReadStream, WriteStream };
