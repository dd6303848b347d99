// Pins: a task can be called in a run only; generators are no tasks
import { task } from "@langchain/langgraph";

const add = task("add", async (a, b) => a + b);
try {
  add(1, 2);
} catch (e) {
  console.log(e.name, e.message);
}
for (const f of [function* () {}, async function* () {}]) {
  try {
    task("stream", f);
  } catch (e) {
    console.log(e.name, e.message);
  }
}
