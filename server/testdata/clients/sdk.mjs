// Client and RemoteGraph of a version of @langchain/langgraph-sdk, whose name is the second argument.
import { apiUrl, assert, decisions, until } from "./harness.mjs";
const { Client } = await import(process.argv[3]);
const c = new Client({ apiUrl });
const stateOf = async (thread) => (await c.threads.getState(thread)).values;

const { thread_id } = await c.threads.create({ metadata: { tenant: process.argv[3] } });
const events = [];
for await (const e of c.runs.stream(thread_id, "agent", { input: { log: ["in"] }, streamMode: ["values", "updates"] })) events.push(e);
assert.equal(events.at(-1).data.__interrupt__[0].value.question, "go on?");
assert.equal((await c.threads.search({ status: "interrupted", metadata: { tenant: process.argv[3] } })).length, 1);
const done = await c.runs.wait(thread_id, "agent", { command: { resume: false } });
assert.deepEqual(done.log, ["in", "first", "got false", "last"]);
await assert.rejects(c.runs.wait(thread_id, "agent", { command: { resume: "other" } }), /409/);
console.log("pauses, shows, answers");

const [, first] = await c.runs.list(thread_id);
const replayed = [];
for await (const e of c.runs.joinStream(thread_id, first.run_id, { lastEventId: "-1" })) replayed.push(e);
assert.deepEqual(replayed.map((e) => [e.event, e.data]), events.map((e) => [e.event, e.data]));
assert.equal((await c.runs.join(thread_id, first.run_id)).log.at(-1), "last");
console.log("joins late");

for (const [decision, want] of decisions) {
  const { thread_id } = await c.threads.create();
  const asked = await c.runs.wait(thread_id, "review", { input: { log: [] } });
  assert.equal(asked.__interrupt__[0].value.actionRequests[0].name, "send");
  assert.deepEqual((await c.runs.wait(thread_id, "review", { command: { resume: { decisions: [decision] } } })).log, [want]);
}
console.log("every decision");

const { thread_id: slow } = await c.threads.create();
await c.runs.wait(slow, "agent", { input: { log: [] } });
const { run_id } = await c.runs.create(slow, "agent", { command: { resume: "hang" } });
await until("the run hangs", async () => (await stateOf(slow)).log.length === 2);
await c.runs.cancel(slow, run_id, true);
assert.equal((await c.runs.get(slow, run_id)).status, "interrupted");
assert.equal((await c.threads.get(slow)).status, "idle");
console.log("cancels");

const history = await c.threads.getHistory(thread_id);
const before = history.find((s) => s.next[0] === "ask");
const forked = await c.runs.wait(thread_id, "agent", { input: null, checkpointId: before.checkpoint.checkpoint_id });
assert.equal(forked.__interrupt__.length, 1);
assert.deepEqual((await c.runs.wait(thread_id, "agent", { command: { resume: "again" } })).log, ["in", "first", 'got "again"', "last"]);
console.log("forks");
process.exit(0);
