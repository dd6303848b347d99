// Pins: the caller of models and embeddings bounds how many calls run, and tries failed calls again
import { Embeddings } from "@langchain/core/embeddings";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { LLM } from "@langchain/core/language_models/llms";
import { AsyncCaller, classifyRateLimitError, parseRetryAfterMs } from "@langchain/core/utils/async_caller";
import { AIMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";

// Waits of a second and more end at once.
const timeout = globalThis.setTimeout;
globalThis.setTimeout = (f, ms, ...args) => timeout(f, ms >= 1000 ? 0 : ms, ...args);
const sleep = (ms) => new Promise((done) => timeout(done, ms));
const show = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (e) {
    console.log(name, "threw", e.name, e.message);
  }
};

let now = 0, most = 0, calls = 0;
const work = async (v) => {
  calls++;
  most = Math.max(most, ++now);
  await sleep(5);
  now--;
  return v;
};
class Model extends BaseChatModel {
  _llmType() { return "m"; }
  async _generate(messages) {
    const text = await this.caller.call(work, messages[0].content);
    return { generations: [{ text, message: new AIMessage(text) }] };
  }
}
class Text extends LLM {
  _llmType() { return "t"; }
  _call(prompt, options) { return this.caller.callWithOptions({ signal: options.signal }, work, prompt); }
}
class Vectors extends Embeddings {
  embedQuery(text) { return this.caller.call(work, [text.length]); }
}
const counted = async (name, f) => {
  now = most = calls = 0;
  await show(name, f);
  console.log({ most, calls });
};
await counted("model:", async () => (await new Model({ maxConcurrency: 2 }).batch(["a", "b", "c", "d"])).map((m) => m.content));
await counted("model without bound:", async () => (await new Model({}).batch(["a", "b", "c", "d"])).map((m) => m.content));
await counted("text model:", () => new Text({ maxConcurrency: 1 }).batch(["a", "b", "c"]));
await counted("embeddings:", () => Promise.all(["a", "bb", "ccc"].map((t) => new Vectors({}).embedQuery(t))));
const shared = new Vectors({ maxConcurrency: 2 });
await counted("embeddings of one:", () => Promise.all(["a", "bb", "ccc"].map((t) => shared.embedQuery(t))));
for (const maxConcurrency of [0, "2"]) await show(`bound ${JSON.stringify(maxConcurrency)}:`, () => new Model({ maxConcurrency }) && "made");
await show("aborted:", async () => {
  const c = new AbortController();
  timeout(() => c.abort(), 5);
  return new AsyncCaller({}).callWithOptions({ signal: c.signal }, () => sleep(50));
});

const failing = (errors) => {
  let n = 0;
  return async () => {
    n++;
    if (errors.length) throw errors.shift();
    return n;
  };
};
const error = (fields, message = "e") => Object.assign(new Error(message), fields);
const cases = {
  plain: () => [error({}), error({})],
  "more than maxRetries": () => Array.from({ length: 4 }, (_, i) => error({}, `e${i}`)),
  text: () => ["text"],
  TypeError: () => [new TypeError("mistake")],
  network: () => [new TypeError("fetch failed")],
  AbortError: () => [error({ name: "AbortError" })],
  Cancel: () => [error({}, "Cancel: by user")],
  ECONNABORTED: () => [error({ code: "ECONNABORTED" })],
  "insufficient quota": () => [error({ error: { code: "insufficient_quota" } })],
  "status code": () => [error({ statusCode: 404 })],
  response: () => [error({ response: { status: 413 } })],
  "429 of quota": () => [error({ status: 429 }, "You exceeded your current quota")],
  "429 with a hint": () => [error({ status: 429, headers: { "retry-after": "0" } })],
  "429 with a late hint": () => [error({ status: 429, headers: new Headers({ "retry-after": "120" }) })],
  "429 in words": () => [error({ status: 429 }, "Please try again in 20ms.")],
};
for (const status of [400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 413, 422, 429, 500, 503]) cases[`status ${status}`] = () => [error({ status })];
for (const [name, errors] of Object.entries(cases)) {
  const f = failing(errors());
  await show(`${name}:`, () => new AsyncCaller({ maxRetries: 2 }).call(f));
}
await show("no retries:", () => new AsyncCaller({ maxRetries: 0 }).call(failing([error({})])));
await show("handler:", () => new AsyncCaller({ onFailedAttempt: (e) => console.log("failed", e.message) }).call(failing([error({}, "x"), error({ status: 400 }, "y")])));
console.log(["5", " 2.5 ", "", "x", null, undefined, "-1", "Wed, 21 Oct 2015 07:28:00 GMT"].map((h) => parseRetryAfterMs(h)));
for (const e of [error({}), error({ status: 429 }), error({ response: { status: 429, headers: { "Retry-After": "3" } } }), error({ status: 429, code: "insufficient_quota" })]) console.log(classifyRateLimitError(e));

for (const thrown of [new Error("e"), "text", undefined, { a: 1 }]) {
  let n = 0;
  await show("withRetry:", () => RunnableLambda.from(() => {
    n++;
    throw thrown;
  }).withRetry({ stopAfterAttempt: 2, onFailedAttempt: (e) => console.log("failed", e.name, e.message) }).invoke(1));
  console.log(n);
}
