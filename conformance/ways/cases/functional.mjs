// Pins: the functional API: tasks run once, questions between them, the result of the run before
import { entrypoint, interrupt, task } from "@langchain/langgraph";

const draft = task("draft", async (topic) => `${topic} draft`);
export const make = (options) =>
  entrypoint({ name: "flow", ...options }, async (topic) => {
    const text = await draft(topic);
    const ok = interrupt({ text });
    return entrypoint.final ? { text, ok } : undefined;
  });
export const graph = make();
export const steps = [{ start: "mail" }, { resume: "fine" }, { start: "letter" }, { resume: "no" }];
