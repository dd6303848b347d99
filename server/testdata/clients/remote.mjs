// RemoteGraph of @langchain/langgraph.
import { apiUrl, assert, decisions, until } from "./harness.mjs";
import { Client } from "@langchain/langgraph-sdk";
import { RemoteGraph } from "@langchain/langgraph/remote";
import { Command } from "@langchain/langgraph";
const c = new Client({ apiUrl });
// asks runs a graph until it asks.
const asks = (graph, input, config) => assert.rejects(async () => { for await (const _ of await graph.stream(input, { ...config, streamMode: "updates" })); }, { name: "GraphInterrupt" });
const remote = new RemoteGraph({ graphId: "agent", url: apiUrl });
const config = { configurable: { thread_id: (await c.threads.create()).thread_id } };
await asks(remote, { log: [] }, config);
assert.deepEqual((await remote.getState(config)).next, ["ask"]);
console.log("pauses, shows");
assert.deepEqual((await remote.invoke(new Command({ resume: "yes" }), config)).log, ["first", 'got "yes"', "last"]);
console.log("answers");
await remote.updateState(config, { log: ["updated"] }, "last");
assert.equal((await remote.getState(config)).values.log.at(-1), "updated");
const states = [];
for await (const s of remote.getStateHistory(config)) states.push(s);
const before = states.find((s) => s.next[0] === "ask");
assert.deepEqual((await remote.getState(before.config)).values.log, ["first"]);
await remote.updateState(before.config, { log: ["edited"] }, "first"); // a run from a checkpoint is nothing that RemoteGraph sends
await asks(remote, null, config);
assert.deepEqual((await remote.invoke(new Command({ resume: "fork" }), config)).log, ["first", "edited", 'got "fork"', "last"]);
console.log("forks");
const nodes = (await remote.getGraphAsync()).nodes;
assert.ok(nodes.ask, JSON.stringify(Object.keys(nodes)));
console.log("draws");
const review = new RemoteGraph({ graphId: "review", url: apiUrl });
for (const [decision, want] of decisions) {
  const config = { configurable: { thread_id: (await c.threads.create()).thread_id } };
  await asks(review, { log: [] }, config);
  assert.deepEqual((await review.invoke(new Command({ resume: { decisions: [decision] } }), config)).log, [want]);
}
console.log("every decision");
const slow = { configurable: { thread_id: (await c.threads.create()).thread_id } };
await asks(remote, { log: [] }, slow);
const stop = new AbortController();
const hanging = remote.invoke(new Command({ resume: "hang" }), { ...slow, signal: stop.signal }).catch((e) => e);
await until("the run hangs", async () => (await remote.getState(slow)).values.log.length === 2);
const [run] = await c.runs.list(slow.configurable.thread_id);
await c.runs.cancel(slow.configurable.thread_id, run.run_id, true);
await hanging;
assert.equal((await c.threads.get(slow.configurable.thread_id)).status, "idle");
console.log("cancels");
process.exit(0);
