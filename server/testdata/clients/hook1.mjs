// useStream of the first generation, from the react entry of a version of @langchain/langgraph-sdk.
import { apiUrl, assert, decisions, until } from "./harness.mjs";
import { mount } from "./page.mjs";
const { useStream } = await import(process.argv[3] + "/react");
const { Client } = await import(process.argv[3]);
const c = new Client({ apiUrl });
const page = (options) => mount(() => useStream({ apiUrl, fetchStateHistory: true, ...options }));

let thread;
let p = page({ assistantId: "agent", onThreadId: (id) => { thread = id; } });
await until("the page", () => p.now);
p.now.submit({ log: ["in"] });
await p.until("the question", (s) => s.interrupt?.value.question === "go on?" && !s.isLoading);
console.log("pauses, shows");

p.unmount(); // the page is refreshed
p = page({ assistantId: "agent", threadId: thread });
await p.until("the question of the thread", (s) => s.interrupt?.value.question === "go on?");
p.now.submit(null, { command: { resume: false } });
await p.until("the end", (s) => s.values.log?.at(-1) === "last" && !s.isLoading);
assert.deepEqual(p.now.values.log, ["in", "first", "got false", "last"]);
console.log("refreshes, answers");

const before = (await c.threads.getHistory(thread)).find((s) => s.next[0] === "ask");
p.now.submit(null, { checkpoint: before.checkpoint });
await p.until("the question of the fork", (s) => s.interrupt && !s.isLoading);
p.now.submit(null, { command: { resume: "fork" } });
await p.until("the end of the fork", (s) => s.values.log?.includes('got "fork"') && s.values.log.at(-1) === "last" && !s.isLoading);
p.unmount();
console.log("forks");

for (const [decision, want] of decisions) {
  const one = page({ assistantId: "review" });
  await until("the page", () => one.now);
  one.now.submit({ log: [] });
  await one.until("the request", (s) => s.interrupt?.value.actionRequests?.[0].name === "send" && !s.isLoading);
  one.now.submit(null, { command: { resume: { decisions: [decision] } } });
  await one.until(`the end of ${want}`, (s) => s.values.log?.[0] === want && !s.isLoading); // a page that still loads would abort the request of the next one
  one.unmount();
}
console.log("every decision");

let slow;
const run = (await c.threads.create()).thread_id;
p = page({ assistantId: "agent", threadId: run, onCreated: (r) => { slow = r; } });
await until("the page", () => p.now);
p.now.submit({ log: [] });
await p.until("the question", (s) => s.interrupt && !s.isLoading);
p.now.submit(null, { command: { resume: "hang" } });
await until("the run hangs", async () => (await c.threads.getState(run)).values.log.length === 2);
const late = page({ assistantId: "agent", threadId: run });
await until("the late page", () => late.now);
const [hanging] = await c.runs.list(run);
late.now.joinStream(hanging.run_id, "-1");
await late.until("what the run has done", (s) => s.values.log?.includes('got "hang"'));
console.log("joins late");
await p.now.stop();
await c.runs.cancel(run, hanging.run_id, true);
await until("the end of the run", async () => (await c.runs.get(run, hanging.run_id)).status === "interrupted");
console.log("cancels");
process.exit(0);
