// Pins: a return statement of an async generator waits for its value inside of its try blocks, and return() waits for its argument
const told = async (promise) => promise.then((r) => JSON.stringify(r), (e) => "rejected " + (e?.message ?? e));
async function* caught() { try { return Promise.reject(new Error("no")); } catch (e) { console.log("caught", e.message); return Promise.resolve("instead"); } finally { console.log("finally"); } }
console.log(await told(caught().next()));

const order = [];
async function* ordered() { try { return Promise.resolve(1).then((v) => (order.push("value"), v)); } finally { order.push("finally"); } }
console.log(await told(ordered().next()), order.join());

async function* branches(kind) {
  try {
    switch (kind) {
      case 0: return;
      case 1: return await Promise.reject(new Error("awaited"));
      case 2: return (0, Promise.reject(new Error("grouped")));
      default: for (const x of [kind]) { if (x > 4) return { then(yes) { yes(["thenable", x]); } }; else return [x, () => { return Promise.reject(1); }].length; }
    }
  } catch (e) { return "caught " + e.message; }
}
for (const kind of [0, 1, 2, 3, 5]) console.log(kind, await told(branches(kind).next()));

async function* outer() { try { const r = yield* caught(); console.log("result", r); return r; } catch (e) { console.log("outer", e.message); } }
console.log(await told(outer().next()));

async function* numbers() { try { yield 1; yield 2; } catch (e) { console.log("numbers caught", e.message); yield 3; } finally { console.log("numbers end"); } }
let n = numbers();
console.log(await told(n.next()), await told(n.return(Promise.resolve("last"))), await told(n.next()));
n = numbers();
console.log(await told(n.next()), await told(n.return(Promise.reject(new Error("bad")))), await told(n.next()));
n = numbers();
console.log(await told(n.return(Promise.reject(new Error("early")))), await told(n.next()), await told(n.return(Promise.resolve("done"))));

const queue = [];
async function* queued() { try { yield "a"; queue.push("b"); return Promise.resolve("c"); } finally { queue.push("end"); } }
const q = queued();
const all = [q.next(), q.next(), q.next(), q.return("d")].map((p, i) => p.then((r) => queue.push(i + JSON.stringify(r))));
Promise.resolve().then(() => queue.push("t1")).then(() => queue.push("t2")).then(() => queue.push("t3")).then(() => queue.push("t4"));
await Promise.all(all);
console.log(queue.join(" "));
const iterator = { [Symbol.asyncIterator]() { return this; }, async next() { return { value: 1, done: false }; }, return(v) { console.log("closed", v); return Promise.resolve({ value: "r", done: true }); } };
async function* passes() { yield* iterator; }
const p = passes();
console.log(await told(p.next()), await told(p.return(Promise.resolve(9))));
