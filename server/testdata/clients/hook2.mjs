// useStream of the second generation: @langchain/react, by the transport that the second argument names.
import { apiUrl, assert, decisions, until } from "./harness.mjs";
import { mount } from "./page.mjs";
import { useStream } from "@langchain/react";
import { Client } from "@langchain/langgraph-sdk";
const c = new Client({ apiUrl });
const page = (options) => mount(() => useStream({ apiUrl, transport: process.argv[3], ...options }));

let p = page({ assistantId: "agent" });
await until("the page", () => p.now);
void p.now.submit({ log: ["in"] });
await p.until("the question", (s) => s.interrupt?.value.question === "go on?" && !s.isLoading);
const thread = p.now.threadId;
assert.equal((await c.threads.search({ status: "interrupted", ids: [thread] })).length, 1);
console.log("pauses, shows");

p.unmount(); // the page is refreshed
p = page({ assistantId: "agent", threadId: thread });
await p.until("the question of the thread", (s) => s.interrupt?.value.question === "go on?");
await p.now.respond(false, { interruptId: p.now.interrupt.id });
await p.until("the end", (s) => s.values.log?.at(-1) === "last" && !s.isLoading);
assert.deepEqual(p.now.values.log, ["in", "first", "got false", "last"]);
console.log("refreshes, answers");

const before = (await c.threads.getHistory(thread)).find((s) => s.next[0] === "ask");
void p.now.submit(null, { forkFrom: before.checkpoint.checkpoint_id });
await p.until("the question of the fork", (s) => s.interrupt && !s.isLoading);
await p.now.respond("fork", { interruptId: p.now.interrupt.id });
await p.until("the end of the fork", (s) => s.values.log?.includes('got "fork"') && s.values.log.at(-1) === "last");
p.unmount();
console.log("forks");

for (const [decision, want] of decisions) {
  const one = page({ assistantId: "review" });
  await until("the page", () => one.now);
  void one.now.submit({ log: [] });
  await one.until("the request", (s) => s.interrupt?.value.actionRequests?.[0].name === "send");
  await one.now.respond({ decisions: [decision] });
  await one.until(`the end of ${want}`, (s) => s.values.log?.[0] === want && !s.isLoading); // a page that still loads would abort the request of the next one
  one.unmount();
}
console.log("every decision");

p = page({ assistantId: "agent" });
await until("the page", () => p.now);
void p.now.submit({ log: [] });
await p.until("the question", (s) => s.interrupt && !s.isLoading);
await p.now.respond("hang");
await p.until("what the run has done", (s) => s.values.log?.includes('got "hang"'));
const late = page({ assistantId: "agent", threadId: p.now.threadId });
await late.until("what the run has done, for one who comes late", (s) => s.values.log?.includes('got "hang"'));
console.log("joins late");
await c.runs.cancel(p.now.threadId, (await c.runs.list(p.now.threadId))[0].run_id, true); // of a run that answers, the hook knows no id
p.unmount();
late.unmount();

p = page({ assistantId: "slow" });
await until("the page", () => p.now);
void p.now.submit({ log: [] });
await p.until("the run", (s) => s.isLoading && s.threadId && s.values.log?.[0] === "begun");
await p.now.stop();
const [run] = await c.runs.list(p.now.threadId);
await until("the end of the run", async () => (await c.runs.get(p.now.threadId, run.run_id)).status === "interrupted");
console.log("cancels");
process.exit(0);
