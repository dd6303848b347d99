// Pins: async generators: calls wait for each other, and return() runs all of a finally block
const seen = (p) => p.then((r) => JSON.stringify(r), (e) => `threw ${e.message}`);
async function* inner(n) {
  for (let i = 0; i < n; i++) {
    await null;
    yield i;
  }
}
async function* outer(n) {
  for await (const x of inner(n)) yield x;
}
async function* delegates(n) {
  yield* inner(n);
}
async function* fails() {
  await null;
  yield 1;
  throw new Error("boom");
}
for (const make of [() => inner(2), () => outer(1), () => outer(3), () => delegates(3), fails]) {
  const a = make();
  const first = a.next(), second = a.next();
  await seen(first);
  const third = a.next(), fourth = a.next();
  console.log(...(await Promise.all([first, second, third, fourth].map(seen))));
  const b = make();
  console.log(...(await Promise.all([b.next(), b.return("r"), b.next()].map(seen))));
  const c = make();
  const started = c.next(), left = c.throw(new Error("thrown"));
  await seen(started);
  console.log(...(await Promise.all([started, left, c.next(), c.return(1), c.next()].map(seen))));
}

// What return() leaves a generator with.
async function* cleans(name) {
  try {
    yield 1;
    yield 2;
  } finally {
    await null;
    console.log(name, "after an await");
    await Promise.resolve().then(() => {});
    console.log(name, "at the end");
  }
}
async function* around(name) {
  try {
    yield* cleans(`${name}, inner`);
  } finally {
    await null;
    console.log(name, "around");
  }
}
async function* yieldsInFinally() {
  try {
    yield 1;
  } finally {
    await null;
    yield 2;
    await null;
    yield 3;
  }
}
async function* returnsInFinally() {
  try {
    yield 1;
  } finally {
    await null;
    return "own";
  }
}
async function* throwsInFinally() {
  try {
    yield 1;
  } finally {
    await null;
    throw new Error("in finally");
  }
}
for (const make of [cleans, around]) {
  for await (const _ of make("break")) break;
  try {
    for await (const _ of make("throw")) throw new Error("left");
  } catch (e) {
    console.log(e.message);
  }
  const g = make("return");
  await g.next();
  console.log(await seen(g.return(Promise.resolve("r"))), await seen(g.next()));
  const t = make("throw()");
  await t.next();
  console.log(await seen(t.throw(new Error("given"))), await seen(t.next()));
}
for (const make of [yieldsInFinally, returnsInFinally, throwsInFinally]) {
  const g = make();
  await g.next();
  console.log(await seen(g.return("r")), await seen(g.next()), await seen(g.next()), await seen(g.next()));
}
for await (const _ of yieldsInFinally()) break;

// Several readers of one generator.
const source = outer(6);
const reader = async () => {
  const got = [];
  for (let r = await source.next(); !r.done; r = await source.next()) got.push(r.value);
  return got;
};
console.log((await Promise.all([reader(), reader(), reader()])).flat().sort());
console.log(source.next.length, source.return.length);
