// Pins: runnables: streamEvents v2 reports each step that takes pieces as a run of its own.
// streamEvents of lambdas, tools, models, sequences, maps and histories, and the callbacks of a sequence that is streamed.
import { z } from "zod";
import { tool } from "@langchain/core/tools";
import { RunnableLambda, RunnableMap, RunnableSequence, RunnablePassthrough, RunnablePick, RunnableWithMessageHistory } from "@langchain/core/runnables";
import { StringOutputParser, JsonOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { InMemoryChatMessageHistory } from "@langchain/core/chat_history";

const ids = new Map();
const nameOf = (id) => ids.get(id) ?? (ids.set(id, `run${ids.size}`), ids.get(id));
const plain = (v) => JSON.parse(JSON.stringify(v, (k, x) => {
  if (k === "id" && typeof x === "string" && x.startsWith("run-")) return "run-id";
  if (x && typeof x.getType === "function") return { message: x.getType(), content: x.content };
  if (x && x.lc === 1 && x.kwargs && "content" in x.kwargs) return { message: x.id.at(-1), content: x.kwargs.content };
  if (typeof x === "string" && x.includes("\n    at ")) return x.split("\n")[0];
  return x === undefined ? "(undefined)" : x;
}));
async function events(title, runnable, input, options = {}, filter, sorted = false) {
  console.log(`== ${title}`);
  const lines = [];
  try {
    for await (const e of runnable.streamEvents(input, { version: "v2", ...options }, filter))
      lines.push(JSON.stringify({ event: e.event, name: e.name, run: sorted ? 0 : nameOf(e.run_id), tags: e.tags, data: plain(e.data) }));
  } catch (e) {
    lines.push(`threw ${e.message}`);
  }
  for (const line of sorted ? lines.sort() : lines) console.log(line);
}

const up = RunnableLambda.from((s) => String(s.content ?? s).toUpperCase());
await events("lambda", up, "a");
await events("named lambda", RunnableLambda.from((s) => s + 1).withConfig({ runName: "plus", tags: ["t"] }), 1);
await events("lambda that fails", RunnableLambda.from(() => { throw new Error("boom"); }), 1);
await events("lambda with a generator", RunnableLambda.from(async function* (n) { for (let i = 0; i < n; i++) yield i; }), 3);
await events("lambda that returns a runnable", RunnableLambda.from(() => up), "b");
await events("tool", tool(async ({ a }) => `got ${a}`, { name: "one", description: "d", schema: z.object({ a: z.string() }) }), { a: "x" });

const model = () => new FakeListChatModel({ responses: ["abc"] });
await events("model", model(), "hi");
const prompt = ChatPromptTemplate.fromMessages([["system", "be kind"], ["human", "{q}"]]);
const chain = prompt.pipe(model()).pipe(new StringOutputParser());
await events("chain", chain, { q: "why" });
await events("chain with a lambda at its end", chain.pipe((s) => s.length), { q: "why" });
await events("chain with a JSON parser", prompt.pipe(new FakeListChatModel({ responses: ['{"a":[1]}'] })).pipe(new JsonOutputParser()), { q: "why" });
await events("map", RunnableMap.from({ x: up, y: (s) => s.length }), "abc", {}, undefined, true);
await events("map of sequences", RunnableMap.from({ x: up.pipe((s) => s + "!") }), "abc", {}, undefined, true);
await events("assign", RunnablePassthrough.assign({ n: (v) => v.a.length }), { a: "abc" }, {}, undefined, true);
await events("pick", RunnableSequence.from([(v) => v, new RunnablePick("a")]), { a: 1, b: 2 });
await events("passthrough", RunnableSequence.from([new RunnablePassthrough(), (v) => v]), { a: 1 });
await events("filter by type", chain, { q: "why" }, {}, { includeTypes: ["chat_model"] });
await events("filter by tag", chain, { q: "why" }, {}, { excludeTags: ["seq:step:2"] });
await events("wrong version", up, "a", { version: "v9" });

// A sequence that is streamed reports its end after those of its steps, with the whole output.
const calls = [];
const note = (what) => (...args) => { calls.push(what + " " + JSON.stringify(plain(args[0]))); };
const handler = {
  handleChainStart: (c, inputs, _id, _p, tags, _m, type, name) => { calls.push(`start ${name ?? c.id.at(-1)} ${type ?? ""} ${JSON.stringify(tags)} ${JSON.stringify(plain(inputs))}`); },
  handleChainEnd: note("end"),
  handleChainError: (e) => { calls.push("error " + e.message); },
  handleChatModelStart: (_c, messages) => { calls.push("model " + messages[0].length); },
  handleLLMNewToken: note("token"),
  handleLLMEnd: () => { calls.push("model end"); },
};
const chunks = [];
for await (const c of await chain.stream({ q: "why" }, { callbacks: [handler] })) chunks.push(c);
console.log("== stream", JSON.stringify(chunks));
for (const line of calls.splice(0)) console.log(line);
try {
  for await (const c of await up.pipe(() => { throw new Error("late"); }).stream("x", { callbacks: [handler] })) chunks.push(c);
} catch (e) {
  console.log("threw", e.message);
}
for (const line of calls.splice(0)) console.log(line);
const parts = [];
for await (const c of await RunnableSequence.from([model(), (m) => m.content + "!"]).stream("x", { callbacks: [handler] })) parts.push(c);
console.log("== stream with a lambda", JSON.stringify(parts));
for (const line of calls.splice(0)) console.log(line);

const history = new InMemoryChatMessageHistory();
const withHistory = new RunnableWithMessageHistory({
  runnable: model(), getMessageHistory: () => history, config: {},
});
const seen = [];
for await (const e of withHistory.streamEvents("hello", { version: "v2", configurable: { sessionId: "s" } })) seen.push(`${e.event} ${e.name}`);
console.log("== history");
for (const line of seen) console.log(line);
console.log((await history.getMessages()).map((m) => `${m.getType()} ${m.content}`).join(", "));
