// Runnables and documents.
import {
  Runnable,
  RunnableBinding,
  RunnableLambda,
  RunnableMap,
  RunnableParallel,
  RunnablePassthrough,
  RunnablePick,
  RunnableSequence,
} from "@langchain/core/runnables";
import { Document } from "@langchain/core/documents";
import * as batch from "../core/batch";
import * as readable from "../core/readable";
import * as transforms from "../core/transforms";

(globalThis as any).__hitlrun = { currentConfig: () => undefined, lib: () => ({ ...batch, ...transforms, ...readable }) };
const text = (v: any) => JSON.stringify(v, (_k, x) => (x === undefined ? "(undefined)" : x));
async function attempt(name: string, fn: () => any) {
  try {
    console.log(name, text(await fn()));
  } catch (e: any) {
    console.log(name, "threw", e.message);
  }
}
const collect = async (stream: any) => {
  const got: any[] = [];
  for await (const c of await stream) got.push(c);
  return got;
};

async function main() {
  const up = RunnableLambda.from((s: any) => String(s).toUpperCase());
  const len = RunnableLambda.from(async (s: any) => s.length);
  await attempt("invoke", () => up.invoke("a"));
  await attempt("constructor", () => new RunnableLambda({ func: (x: number) => x + 1 }).invoke(1));
  await attempt("config", () =>
    RunnableLambda.from((_x, c: any) => [Object.keys(c), c]).invoke(1, {
      configurable: { a: 1 },
      tags: ["t"],
      metadata: { m: 1 },
      runName: "n",
      extra: 5,
    } as any),
  );
  await attempt("no config", () => RunnableLambda.from((_x, c: any) => c).invoke(1));
  await attempt("throws", () =>
    RunnableLambda.from(() => {
      throw new Error("boom");
    }).invoke(1),
  );
  await attempt("pipe", () => up.pipe(len).invoke("abc"));
  await attempt("pipe function", () =>
    up
      .pipe((s: any) => s + "!")
      .pipe((s: any) => [s])
      .invoke("abc"),
  );
  await attempt("pipe map", () => up.pipe({ a: len, b: (s: any) => s + "?" }).invoke("abc"));
  await attempt("pipe wrong", () => up.pipe("text" as any));
  await attempt("sequence", () => RunnableSequence.from([up, (s: any) => s + s, len], "seq").invoke("ab"));
  const seq: any = RunnableSequence.from([up, (s: any) => s + s, len], "seq");
  console.log(
    seq.getName(),
    seq.steps.length,
    seq.first === up,
    seq.last === len,
    seq.middle.length,
    up.pipe(seq).steps.length,
    seq.pipe(up.pipe(len)).steps.length,
    RunnableSequence.isRunnableSequence(seq),
  );
  await attempt("sequence throws", () =>
    RunnableSequence.from([
      up,
      () => {
        throw new Error("mid");
      },
      len,
    ]).invoke("a"),
  );
  await attempt("sequence config", () =>
    up.pipe((_s: any, c: any) => [c.configurable, c.recursionLimit, c.tags]).invoke("a", { configurable: { a: 1 }, tags: ["x"] }),
  );
  await attempt("map", () => RunnableMap.from({ a: up, b: (s: any) => s.length }).invoke("abc"));
  await attempt("parallel", () => RunnableParallel.from({ a: up, b: len }).invoke("abc"));
  await attempt("passthrough", () => new RunnablePassthrough().invoke({ a: 1 }));
  let seen: any;
  await attempt("passthrough func", () => new RunnablePassthrough({ func: (x: any) => void (seen = x) }).invoke(5));
  console.log(seen);
  await attempt("assign", () => RunnablePassthrough.assign({ b: (x: any) => x.a + 1 }).invoke({ a: 1 }));
  await attempt("method assign", () =>
    RunnableLambda.from(() => ({ a: 1 }))
      .assign({ b: (x: any) => x.a + 1 })
      .invoke(0),
  );
  await attempt("pick", () =>
    RunnableLambda.from(() => ({ a: 1, b: 2, c: 3 }))
      .pick(["a", "c", "z"])
      .invoke(0),
  );
  await attempt("pick one", () => new RunnablePick("b").invoke({ a: 1, b: 2 }));
  await attempt("returns runnable", () => RunnableLambda.from(() => up).invoke("abc"));
  await attempt("returns itself", () => {
    const r: any = RunnableLambda.from(() => r);
    return r.invoke(1, { recursionLimit: 4 });
  });
  await attempt("batch", () => up.batch(["a", "b"]));
  await attempt("batch limit", async () => {
    let now = 0,
      most = 0;
    const slow = RunnableLambda.from(async (x: number) => {
      most = Math.max(most, ++now);
      await null;
      await null;
      now--;
      return x;
    });
    return [await slow.batch([1, 2, 3, 4, 5], { maxConcurrency: 2 }), most];
  });
  await attempt("batch throws", () =>
    RunnableLambda.from((x: number) => {
      if (x === 2) throw new Error("two");
      return x;
    }).batch([1, 2, 3]),
  );
  await attempt("batch configs", () =>
    RunnableLambda.from((x: any, c: any) => [x, c.configurable.n]).batch(
      [1, 2],
      [{ configurable: { n: "a" } }, { configurable: { n: "b" } }],
    ),
  );
  await attempt("batch mismatch", () => up.batch(["a"], [{}, {}]));
  await attempt("sequence batch", () => up.pipe(len).batch(["a", "bcd"]));
  await attempt("stream", () => collect(up.stream("abc")));
  await attempt("stream sequence", () => collect(up.pipe(len).stream("abc")));
  await attempt("stream generator", () =>
    collect(
      RunnableLambda.from(async function* (x: any) {
        yield x;
        yield x + 1;
      } as any).stream(1),
    ),
  );
  await attempt("invoke generator", () =>
    RunnableLambda.from(async function* (x: any) {
      yield x;
      yield x + 1;
    } as any).invoke("a"),
  );
  await attempt("invoke sync generator", () =>
    RunnableLambda.from(function* () {
      yield [1];
      yield [2];
    } as any).invoke(0),
  );
  await attempt("invoke objects", () =>
    RunnableLambda.from(function* () {
      yield { a: "x", l: [1] };
      yield { a: "y", l: [2], b: 1 };
    } as any).invoke(0),
  );
  const bound: any = RunnableLambda.from((_x: any, c: any) => [c.configurable, c.tags, c.metadata]).withConfig({
    configurable: { a: 1, b: 1 },
    tags: ["t"],
    metadata: { m: 1 },
  });
  await attempt("withConfig", () => bound.invoke(0, { configurable: { b: 2 }, tags: ["u", "t"], metadata: { n: 2 } }));
  await attempt("withConfig twice", () => bound.withConfig({ tags: ["z"] }).invoke(0));
  await attempt("withConfig batch", () => bound.batch([1, 2], { tags: ["b"] }));
  await attempt("withConfig pipe", () => bound.pipe((l: any) => l.length).invoke(0));
  await attempt("withConfig stream", () => collect(bound.stream(0)));
  console.log(
    bound instanceof RunnableBinding,
    bound.getName(),
    up.getName(),
    up.getName("X"),
    Runnable.isRunnable(up),
    Runnable.isRunnable({}),
    up instanceof Runnable,
    up.lc_namespace.join(),
    up.lc_id.join(),
    new RunnablePassthrough().getName(),
    text(up.lc_runnable),
  );
  console.log(
    text(new Document({ pageContent: "p" })),
    text(new Document({ pageContent: "p", metadata: { a: 1 }, id: "i" })),
    text(new Document({} as any)),
  );
  class Own extends Runnable {
    static lc_name() {
      return "Own";
    }
    lc_namespace = ["own"];
    async invoke(x: any) {
      return [x];
    }
  }
  const own: any = new Own();
  await attempt("own", () => own.pipe((x: any) => x.length).invoke(1));
  await attempt("own stream", () => collect(own.stream(1)));
  await attempt("own batch", () => own.batch([1, 2]));
  console.log(own.getName());
}
main();
