// Pins: wired graphs: streamChannels chooses what states, results of tasks and chunks have; undefined starts no node
import { Pregel, Channel } from "@langchain/langgraph/pregel";
import { MemorySaver } from "@langchain/langgraph";
import { EphemeralValue, LastValue } from "@langchain/langgraph/channels";
const show = async (title, f) => { try { console.log(title, JSON.stringify(await f(), (k, v) => v === undefined ? "(u)" : v)); } catch (e) { console.log(title, "threw", e.name, e.message.split("\n")[0]); } };
const chunks = async (s) => { const out = []; for await (const c of await s) out.push(c); return out; };
for (const K of [EphemeralValue, LastValue]) for (const streamChannels of [undefined, "mid", ["mid"], ["in", "out"]]) for (const value of [undefined, 5]) {
  const t = `${K.name} ${JSON.stringify(streamChannels)} ${value}`;
  const make = (checkpointer) => new Pregel({
    nodes: { one: Channel.subscribeTo("in").pipe(() => value).pipe(Channel.writeTo(["mid"])), two: Channel.subscribeTo("mid").pipe((v) => { console.log(" two", v); return [v]; }).pipe(Channel.writeTo(["out"])) },
    channels: { in: new EphemeralValue(), mid: new K(), out: new EphemeralValue() }, inputChannels: "in", outputChannels: "out", streamChannels, checkpointer });
  await show(t + " invoke", () => make().invoke(1));
  for (const streamMode of ["values", "updates", "debug"]) await show(`${t} ${streamMode}`, async () => (await chunks(make().stream(1, { streamMode }))).map((c) => streamMode === "debug" ? [c.type, c.step, c.payload.name, c.payload.result ?? c.payload.input] : c));
  await show(t + " state", async () => { const g = make(new MemorySaver()); const c = { configurable: { thread_id: "1" } }; await g.invoke(1, c); const h = await chunks(g.getStateHistory(c)); return h.map((x) => [x.values, x.next, x.metadata.step, x.tasks.map((t) => [t.name, t.result])]); });
}
