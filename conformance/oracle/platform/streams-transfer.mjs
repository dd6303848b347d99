// Pins: streams that are transferred by structuredClone and postMessage: copies of the chunks, errors in both directions, streams that cannot be transferred
const attempt = async (name, f) => {
  try {
    console.log(name, await f());
  } catch (error) {
    console.log(name, error?.name, error?.code, error?.message ?? error);
  }
};
const tick = () => new Promise((resolve) => setTimeout(resolve, 20));
const move = (stream) => structuredClone(stream, { transfer: [stream] });
const all = async (stream) => {
  const list = [];
  for await (const chunk of stream) list.push(chunk);
  return list;
};

await attempt("readable", async () => {
  const chunk = { b: new Map([[1, 2]]) };
  const stream = new ReadableStream({ start(c) { c.enqueue("a"); c.enqueue(chunk); c.close(); } });
  const other = move(stream);
  console.log(stream.locked, other);
  const chunks = await all(other);
  await tick();
  return [stream.locked, other, chunks, chunks[1] === chunk, chunks[1].b === chunk.b];
});
await attempt("inside of a value", async () => {
  const stream = new ReadableStream({ start(c) { c.enqueue(1); c.close(); } });
  const { list: [a, b] } = structuredClone({ list: [stream, stream] }, { transfer: [stream] });
  return [a === b, await all(a)];
});
await attempt("error", async () => all(move(new ReadableStream({ pull(c) { c.error(new RangeError("broken")); } }))));
await attempt("cancel", async () => {
  let cancelled;
  const other = move(new ReadableStream({ cancel(reason) { cancelled = reason; } }));
  await other.cancel({ why: "enough" });
  await tick();
  return cancelled;
});
await attempt("chunk without a copy", async () => all(move(new ReadableStream({ start(c) { c.enqueue(() => {}); } }))));
await attempt("writable", async () => {
  const got = [];
  const writer = move(new WritableStream({ write(chunk) { got.push(chunk); }, close() { got.push("closed"); } })).getWriter();
  const chunk = { a: 2 };
  writer.write(1);
  writer.write(chunk);
  await writer.close();
  await tick();
  return [got, got[1] === chunk];
});
await attempt("abort", async () => {
  let aborted;
  const other = move(new WritableStream({ abort(reason) { aborted = reason; } }));
  await other.abort("stop");
  await tick();
  return aborted;
});
await attempt("transform", async () => {
  const stream = new TransformStream({ transform(chunk, c) { c.enqueue(chunk * 2); } });
  const other = move(stream);
  const writer = other.writable.getWriter();
  writer.write(4);
  writer.write(5);
  writer.close();
  return [other instanceof TransformStream, stream.readable.locked, stream.writable.locked, await all(other.readable)];
});
await attempt("port", async () => {
  const { port1, port2 } = new MessageChannel();
  const stream = new ReadableStream({ start(c) { c.enqueue(1); c.close(); } });
  const arrived = new Promise((resolve) => { port2.onmessage = ({ data }) => resolve(all(data.stream)); });
  port1.postMessage({ stream }, [stream]);
  const list = await arrived;
  port1.close();
  return list;
});
await attempt("not in the list", () => structuredClone(new ReadableStream()));
await attempt("not in the list", () => structuredClone(new WritableStream()));
await attempt("not in the list", () => structuredClone(new TransformStream()));
for (const stream of [new ReadableStream(), new WritableStream(), new TransformStream()]) {
  if (stream.getWriter) stream.getWriter();
  else (stream.readable ?? stream).getReader();
  await attempt("locked", () => move(stream));
}
await attempt("twice", () => { const stream = new ReadableStream(); return structuredClone(stream, { transfer: [stream, stream] }); });
await attempt("no stream", () => structuredClone(Object.create(ReadableStream.prototype)));
