// Pins: runnables around others: withRetry, withFallbacks, RunnableEach, RouterRunnable, their batches, streams and errors
import { RouterRunnable, Runnable, RunnableEach, RunnableLambda, RunnableRetry, RunnableSequence, RunnableWithFallbacks } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";

let n = 0;
const failed = [];
const flaky = RunnableLambda.from((x) => {
  if (++n < 2) throw new Error(`attempt ${n} of ${x}`);
  return `${x} at ${n}`;
});
const retry = flaky.withRetry({ stopAfterAttempt: 3, onFailedAttempt: (e, input) => failed.push(`${e.message} (${input})`) });
console.log(await retry.invoke("a"), failed, retry instanceof RunnableRetry, retry instanceof Runnable, RunnableRetry.lc_name(), retry.maxAttemptNumber);
const never = RunnableLambda.from(() => { throw new Error("never"); });
console.log(await never.withRetry({ stopAfterAttempt: 1 }).invoke(1).catch((e) => `${e.name} ${e.message}`));
console.log(await RunnableLambda.from(() => undefined.x).withRetry().invoke(1).catch((e) => `${e.name} ${e.message}`));
const once = new Set();
const each = RunnableLambda.from((x) => {
  if (x === "b" && !once.has(x)) {
    once.add(x);
    throw new Error("b fails once");
  }
  return x.toUpperCase();
});
console.log(await each.withRetry().batch(["a", "b", "c"]));
console.log(await never.withRetry({ stopAfterAttempt: 1 }).batch([1, 2], {}, { returnExceptions: true }).then((l) => l.map((e) => e.message)));

const good = RunnableLambda.from((x) => `good ${x}`);
const withFallbacks = never.withFallbacks([RunnableLambda.from(() => { throw new Error("second"); }), good]);
console.log(await withFallbacks.invoke(1), await withFallbacks.batch([1, 2]), withFallbacks instanceof RunnableWithFallbacks, [...withFallbacks.runnables()].length);
console.log(await never.withFallbacks({ fallbacks: [RunnableLambda.from(() => { throw new Error("second"); })] }).invoke(1).catch((e) => e.message));
console.log(await withFallbacks.batch([1], {}, { returnExceptions: true }).catch((e) => e.message));
const parts = [];
for await (const c of await never.withFallbacks([new FakeListChatModel({ responses: ["ab"] })]).stream("x")) parts.push(c.content ?? c);
console.log(parts, (await new FakeListChatModel({ responses: ["model"] }).withFallbacks([good]).invoke("x")).content);
console.log(await RunnableSequence.from([never.withFallbacks([good]), (s) => s.length]).invoke("q"));

console.log(await new RunnableEach({ bound: good }).invoke([1, 2, 3]), RunnableEach.lc_name());
const router = new RouterRunnable({ runnables: { good, up: RunnableLambda.from((s) => s.toUpperCase()) } });
console.log(await router.invoke({ key: "up", input: "x" }), await router.batch([{ key: "good", input: 1 }, { key: "up", input: "y" }]));
for (const f of [() => router.invoke({ key: "no", input: 1 }), () => router.batch([{ key: "no", input: 1 }]), () => router.stream({ key: "no", input: 1 })]) console.log(await f().catch((e) => e.message));
for await (const c of await router.stream({ key: "good", input: 2 })) console.log(c);
console.log(await retry.withConfig({ tags: ["t"] }).invoke("z"), retry.getName(), withFallbacks.getName());
