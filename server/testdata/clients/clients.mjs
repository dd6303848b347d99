// Real clients against a server: it prints a line for each thing that works, and throws at what does not.
import assert from "node:assert/strict";
import { Client } from "@langchain/langgraph-sdk";
import { RemoteGraph } from "@langchain/langgraph/remote";
import { Command } from "@langchain/langgraph";
import WS from "ws";
globalThis.WebSocket ??= WS;
const apiUrl = process.argv[2];
const c = new Client({ apiUrl });

const { thread_id } = await c.threads.create({ metadata: { tenant: "acme" } });
const events = [];
for await (const e of c.runs.stream(thread_id, "agent", { input: { log: ["in"] }, streamMode: ["values", "updates"] })) events.push(e);
assert.equal(events.at(-1).data.__interrupt__[0].value.question, "go on?");
assert.equal((await c.threads.search({ status: "interrupted", metadata: { tenant: "acme" } })).length, 1);
const done = await c.runs.wait(thread_id, "agent", { command: { resume: false } });
assert.deepEqual(done.log, ["in", "first", "got false", "last"]);
await assert.rejects(c.runs.wait(thread_id, "agent", { command: { resume: "other" } }), /409/);
const [, first] = await c.runs.list(thread_id);
let replayed = 0;
for await (const e of c.runs.joinStream(thread_id, first.run_id, { lastEventId: "-1" })) replayed++;
assert.equal(replayed, events.length);
console.log("Client");

for (const streamProtocol of ["v2-sse", "v2-websocket"]) {
  const thread = new Client({ apiUrl, streamProtocol }).threads.stream({ assistantId: "agent" });
  await thread.subscribe(["lifecycle", "input", "values"]);
  await thread.submitRun({ input: { log: ["v2"] } });
  while (!thread.interrupted) await new Promise((r) => setTimeout(r, 10));
  const { interruptId, namespace } = thread.interrupts.at(-1);
  await thread.respondInput({ namespace, interrupt_id: interruptId, response: 0 });
  for (;;) {
    const { values } = await c.threads.getState(thread.threadId);
    if (values.log.length === 4) { assert.deepEqual(values.log, ["v2", "first", "got 0", "last"]); break; }
    await new Promise((r) => setTimeout(r, 10));
  }
  await thread.close();
  console.log(streamProtocol);
}

const remote = new RemoteGraph({ graphId: "agent", url: apiUrl });
const config = { configurable: { thread_id: (await c.threads.create()).thread_id } };
await assert.rejects(async () => { for await (const _ of await remote.stream({ log: [] }, { ...config, streamMode: "updates" })); }, { name: "GraphInterrupt" });
assert.deepEqual((await remote.getState(config)).next, ["ask"]);
assert.deepEqual((await remote.invoke(new Command({ resume: "yes" }), config)).log, ["first", 'got "yes"', "last"]);
await remote.updateState(config, { log: ["updated"] }, "last");
assert.equal((await remote.getState(config)).values.log.at(-1), "updated");
console.log("RemoteGraph");
process.exit(0);
