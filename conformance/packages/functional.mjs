// Pins: effect, fp-ts, neverthrow, ts-pattern: results, retries, streams, matches
import { Effect, Option, Schedule, Schema, Stream } from "effect";
import * as A from "fp-ts/lib/Array.js";
import { pipe } from "fp-ts/lib/function.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import { Result, ResultAsync, err, ok } from "neverthrow";
import { P, match } from "ts-pattern";

const sum = Effect.gen(function* () {
  const a = yield* Effect.succeed(1), b = yield* Effect.promise(async () => 2);
  yield* Effect.sleep("5 millis");
  return a + b;
});
let tries = 0;
console.log(await Effect.runPromise(sum), Option.getOrElse(Option.none(), () => "d"), Schema.decodeUnknownSync(Schema.Struct({ a: Schema.NumberFromString }))({ a: "5" }));
console.log(await Effect.runPromise(Effect.retry(Effect.suspend(() => (++tries < 3 ? Effect.fail("e") : Effect.succeed(tries))), Schedule.recurs(5))));
console.log([...(await Effect.runPromise(Stream.range(1, 5).pipe(Stream.map((x) => x * 2), Stream.runCollect)))]);
console.log(pipe([1, 2, 3], A.filter((x) => x > 1), A.map((x) => x * 2)), await TE.tryCatch(async () => { throw new Error("x"); }, (e) => e.message)());
console.log(ok(1).map((x) => x + 1), err("e").isErr(), await ResultAsync.fromPromise(Promise.reject(new Error("x")), (e) => e.message), Result.combine([ok(1), ok(2)]).unwrapOr(0));
const kind = (v) => match(v).with({ n: P.number.gt(3) }, (x) => "big " + x.n).with({ l: [P.select(), ...P.array()] }, (s) => "first " + s).with(P.string, () => "text").otherwise(() => "other");
console.log(kind({ n: 5 }), kind({ l: [1, 2] }), kind("x"), kind(1));
