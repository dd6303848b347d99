// Pins: readers that read into a buffer of the script, requests for the source to write into it, buffers that the stream makes for other readers, and their errors
const attempt = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (error) {
    console.log(name, error?.name, error?.code, error?.message);
  }
};
const source = (from) => {
  let controller;
  const stream = new ReadableStream({ type: "bytes", ...from, start(c) { controller = c; } });
  return { stream, reader: () => stream.getReader({ mode: "byob" }), get controller() { return controller; } };
};
const tick = () => new Promise((resolve) => setTimeout(resolve, 2));

await attempt("queue", async () => {
  const s = source(), r = s.reader();
  s.controller.enqueue(new Uint8Array([1, 2, 3, 4, 5]));
  const first = new Uint8Array(3);
  const a = await r.read(first);
  return [a, first.byteLength, await r.read(new Uint8Array(9)), s.controller.desiredSize, r];
});
await attempt("waits", async () => {
  const s = source(), r = s.reader();
  const reads = [r.read(new Uint8Array(2)), r.read(new Uint16Array(2)), r.read(new DataView(new ArrayBuffer(8), 2, 4)), r.read(Buffer.alloc(3))];
  s.controller.enqueue(new Uint8Array([1, 2, 3]));
  s.controller.enqueue(new Uint8Array([4, 5, 6, 7, 8, 9, 10, 11]));
  const all = await Promise.all(reads);
  return all.map(({ value, done }) => [value.constructor.name, value.byteOffset, value.byteLength, value.buffer.byteLength, done]);
});
await attempt("respond", async () => {
  const seen = [];
  const s = source({ pull(c) { const { view } = c.byobRequest; seen.push(view.byteLength, c.byobRequest); view[0] = 7; c.byobRequest.respond(1); seen.push(c.byobRequest); } });
  const r = s.reader();
  return [await r.read(new Uint8Array(4)), seen, await r.read(new Uint16Array(2)), seen.length];
});
await attempt("new view", async () => {
  const r = source({ pull(c) { const { view } = c.byobRequest; const other = new Uint8Array(view.buffer, view.byteOffset, 2); other.set([8, 9]); c.byobRequest.respondWithNewView(other); } }).reader();
  return [await r.read(new Uint8Array(new ArrayBuffer(10), 3, 4)), await r.read(new DataView(new ArrayBuffer(4)))];
});
await attempt("close", async () => {
  const s = source(), r = s.reader();
  const reads = [r.read(new Uint8Array(4)), r.read(new Uint8Array(2))];
  s.controller.close();
  s.controller.byobRequest.respond(0);
  return [await Promise.all(reads), await r.read(new Uint8Array(3)), await r.closed, s.controller.byobRequest];
});
await attempt("close with bytes", async () => {
  const s = source(), r = s.reader();
  s.controller.enqueue(new Uint8Array([1]));
  s.controller.close();
  return [await r.read(new Uint8Array(4)), await r.read(new Uint8Array(4))];
});
await attempt("close in an element", async () => {
  const s = source(), r = s.reader();
  const read = r.read(new Uint16Array(2));
  s.controller.enqueue(new Uint8Array([1]));
  try {
    s.controller.close();
  } catch (error) {
    console.log(error.name, error.message);
  }
  return read;
});
await attempt("part of an element", async () => {
  const s = source(), r = s.reader();
  const read = r.read(new Uint16Array(2));
  s.controller.enqueue(new Uint8Array([1, 2, 3]));
  return [await read, await r.read(new Uint8Array(4)), s.controller.desiredSize];
});
await attempt("rest of a response", async () => {
  const s = source(), r = s.reader();
  const read = r.read(new Uint16Array(2));
  const { byobRequest } = s.controller;
  byobRequest.view.set([1, 2, 3]);
  byobRequest.respond(3);
  return [await read, await r.read(new Uint8Array(4))];
});
await attempt("error", async () => {
  const s = source(), r = s.reader();
  const read = r.read(new Uint8Array(2));
  s.controller.error(new Error("broken"));
  await attempt("closed", () => r.closed);
  return read;
});
await attempt("cancel", async () => {
  const s = source({ cancel(reason) { console.log("cancelled", reason); } }), r = s.reader();
  const read = r.read(new Uint8Array(2));
  await r.cancel("why");
  return [await read, await r.read(new Uint8Array(2))];
});
await attempt("release", async () => {
  const s = source(), r = s.reader();
  const read = r.read(new Uint8Array(2));
  r.releaseLock();
  await attempt("read", () => read);
  await attempt("read again", () => r.read(new Uint8Array(2)));
  await attempt("cancel", () => r.cancel());
  const { byobRequest } = s.controller;
  byobRequest.view[0] = 5;
  byobRequest.respond(1);
  const other = s.stream.getReader();
  return [await other.read(), s.controller.byobRequest];
});
await attempt("release, then another", async () => {
  const s = source(), r = s.reader();
  r.read(new Uint8Array(2)).catch(() => {});
  r.releaseLock();
  const other = s.reader();
  const read = other.read(new Uint8Array(4));
  s.controller.enqueue(new Uint8Array([1, 2, 3]));
  return [await read, s.controller.byobRequest];
});
await attempt("own buffers", async () => {
  const seen = [];
  const s = source({ autoAllocateChunkSize: 4, pull(c) { seen.push(c.byobRequest.view.byteLength); c.byobRequest.view.set([1, 2]); c.byobRequest.respond(2); } });
  const r = s.stream.getReader();
  return [await r.read(), await r.read(), seen];
});
await attempt("own buffers, enqueue", async () => {
  const s = source({ autoAllocateChunkSize: 4, pull(c) { c.enqueue(new Uint8Array([3])); } });
  const list = [];
  for await (const chunk of s.stream) if (list.push(chunk) === 3) break;
  return [list, s.stream.locked];
});
await attempt("bodies", async () => {
  const body = new Response("hello world").body.getReader({ mode: "byob" });
  const blob = new Blob(["hello ", "world"]).stream().getReader({ mode: "byob" });
  return [(await body.read(new Uint8Array(4))).value, (await blob.read(new Uint8Array(4))).value.length > 0];
});
await attempt("tee", async () => {
  const s = source();
  const [a] = s.stream.tee();
  s.controller.enqueue(new Uint8Array([1, 2]));
  return (await a.getReader().read()).value;
});

await attempt("no view", () => source().reader().read());
await attempt("empty view", () => source().reader().read(new Uint8Array(0)));
await attempt("no bytes", () => new ReadableStream().getReader({ mode: "byob" }));
await attempt("another mode", () => new ReadableStream().getReader({ mode: "x" }));
await attempt("locked", () => { const s = source(); s.reader(); return s.reader(); });
await attempt("constructor", () => new ReadableStreamBYOBReader({}));
await attempt("constructor", () => new ReadableStreamBYOBReader(source().stream).constructor.name);
await attempt("constructor", () => new ReadableStreamBYOBRequest());
for (const size of [0]) await attempt(`size ${size}`, () => new ReadableStream({ type: "bytes", autoAllocateChunkSize: size }) && "made");
for (const [name, f] of Object.entries({
  "respond 0": (c) => c.byobRequest.respond(0),
  "respond 9": (c) => c.byobRequest.respond(9),
  "respond twice": (c) => { const { byobRequest } = c; byobRequest.respond(1); byobRequest.respond(1); },
  "view after": (c) => { const { byobRequest } = c; byobRequest.respond(1); return byobRequest.view; },
  "no view": (c) => c.byobRequest.respondWithNewView({}),
  "empty view": (c) => c.byobRequest.respondWithNewView(new Uint8Array(0)),
  "other place": (c) => c.byobRequest.respondWithNewView(new Uint8Array(c.byobRequest.view.buffer, 1, 1)),
  "other size": (c) => c.byobRequest.respondWithNewView(new Uint8Array(2)),
  "too long": (c) => c.byobRequest.respondWithNewView(new Uint8Array(40)),
  "respond 1 when closed": (c) => { c.close(); c.byobRequest.respond(1); },
  "same request": (c) => c.byobRequest === c.byobRequest,
  "printed": (c) => c.byobRequest,
})) {
  await attempt(name, () => {
    const s = source();
    s.reader().read(new Uint8Array(4)).catch(() => {});
    return f(s.controller);
  });
}
