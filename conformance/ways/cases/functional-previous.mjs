// Pins: the functional API: what a run keeps for the next, tasks beside each other, questions in tasks
import { entrypoint, getPreviousState, interrupt, task } from "@langchain/langgraph";

const double = task("double", (n) => n * 2);
const ask = task("ask", (n) => interrupt(`${n}?`));
export const make = (options) =>
  entrypoint({ name: "flow", ...options }, async ({ n }) => {
    const before = getPreviousState() ?? { sum: 0 };
    const [a, b] = await Promise.all([double(n), double(n + 1)]);
    const answer = await ask(a + b);
    return entrypoint.final({ value: { a, b, answer, before: before.sum }, save: { sum: before.sum + answer } });
  });
export const graph = make();
export const modes = ["updates", "values"];
export const steps = [{ start: { n: 1 } }, { resume: 10 }, { start: { n: 2 } }, { resume: 20 }, { start: { n: 3 } }, { resume: 1 }];
