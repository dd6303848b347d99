// This file is node:tty. A script has the terminals of process.stdin, process.stdout and process.stderr, and can open no other.
import { ReadStream } from "./standard_input";
import { terminal } from "./standard_outputs";

const process = (globalThis as any).process || {};

export const isatty = (fd: number): boolean => {
  const stream = [process.stdin, process.stdout, process.stderr][fd];
  return Boolean(stream && stream.isTTY);
};
export { ReadStream };
export const WriteStream: any = terminal.WriteStream;
export default { isatty, ReadStream, WriteStream };
