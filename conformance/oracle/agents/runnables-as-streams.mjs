// Pins: stream() of a runnable, a model and a parser returns a ReadableStream that is its own iterator
import { RunnableLambda, RunnableSequence } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { IterableReadableStream } from "@langchain/core/utils/stream";
import { StringOutputParser } from "@langchain/core/output_parsers";

const show = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "threw", e.name, e.message);
  }
};
const letters = RunnableLambda.from(async function* () {
  try {
    yield "a";
    yield "b";
    yield "c";
  } finally {
    console.log("left");
  }
});
const all = async (s) => {
  const seen = [];
  for await (const piece of s) seen.push(piece);
  return seen.join("");
};
const upper = () => new TransformStream({ transform: (piece, controller) => controller.enqueue(piece.toUpperCase()) });

const model = new FakeListChatModel({ responses: ["row"] });
for (const [name, s] of [["lambda", await letters.stream(1)], ["model", await model.stream("hi")], ["sequence", await model.pipe(new StringOutputParser()).stream("hi")]]) {
  console.log(name, s.constructor.name, s instanceof ReadableStream, s instanceof IterableReadableStream, s.locked, s.signal);
  console.log(["tee", "pipeThrough", "pipeTo", "values", "cancel", "getReader", "next", "return", "throw"].map((m) => typeof s[m]).join());
  console.log((await all(s)).length > 0, s.locked);
}
await show("pipeThrough:", async () => all((await letters.stream(1)).pipeThrough(upper())));
await show("tee:", async () => Promise.all((await letters.stream(1)).tee().map(all)));
await show("values:", async () => all((await letters.stream(1)).values()));
await show("pipeTo:", async () => {
  const seen = [];
  await (await letters.stream(1)).pipeTo(new WritableStream({ write: (piece) => void seen.push(piece) }));
  return seen.join("");
});
await show("response:", async () => new Response((await letters.stream(1)).pipeThrough(new TextEncoderStream())).text());
await show("reader:", async () => {
  const s = await letters.stream(1);
  const reader = s.getReader();
  const first = await reader.read();
  reader.releaseLock();
  return [first, s.locked, await all(s)];
});
await show("reader of a locked stream:", async () => {
  const s = await letters.stream(1);
  await s.next();
  console.log(s.locked);
  return s.getReader();
});
await show("break:", async () => {
  const s = await letters.stream(1);
  for await (const _ of s) break;
  return [s.locked];
});
await show("cancel:", async () => {
  const s = await letters.stream(1);
  return [await s.cancel("enough"), s.locked, await all(s)];
});
await show("cancel of a locked stream:", async () => {
  const s = await letters.stream(1);
  await s.next();
  return s.cancel();
});
await show("after the end:", async () => {
  const s = await letters.stream(1);
  await all(s);
  return s.next();
});
await show("an error:", async () => all(await RunnableLambda.from(async function* () {
  yield "a";
  throw new Error("boom");
}).stream(1)));
await show("an error at once:", () => RunnableLambda.from(() => {
  throw new Error("boom");
}).stream(1));
await show("wrapped:", async () => {
  const seen = [];
  for await (const piece of await RunnableSequence.from([letters, (x) => x]).withRetry().stream(1)) seen.push(piece);
  return seen;
});
