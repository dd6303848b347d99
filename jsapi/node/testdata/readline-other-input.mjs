// What is no stream is refused.
import { createInterface } from "node:readline";

const print = console.log;
const show = (what, f) => {
  try { print(what, JSON.stringify(f())); } catch (error) { print(what, "throws", error.name, error.code, error.message); }
};
show("other input", () => createInterface({ input: { read() {} } }));
