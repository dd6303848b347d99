// What the scripts of clients share.
import assert from "node:assert/strict";

export { assert };
export const apiUrl = process.argv[2];

// What a reviewer can decide about the request of the graph "review", and what its log has then.
export const decisions = [
  [{ type: "approve" }, "approve"],
  [{ type: "edit", editedAction: { name: "send", args: { to: "b" } } }, "edit b"],
  [{ type: "reject", message: "no" }, "reject no"],
  [{ type: "respond", message: "who?" }, "respond who?"],
];

// until waits for a condition.
export async function until(what, condition) {
  for (const end = Date.now() + 30000; Date.now() < end; await new Promise((r) => setTimeout(r, 10))) {
    const value = await condition();
    if (value) return value;
  }
  throw new Error(`this does not come: ${what}`);
}
