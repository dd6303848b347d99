// This file has the functions of node:readline that move the cursor of a terminal.

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
