// Streams: queues, readers, transforms, tee, cancel, errors.
const collect = async (stream) => {
  const reader = stream.getReader();
  const all = [];
  for (let r = await reader.read(); !r.done; r = await reader.read()) all.push(r.value);
  reader.releaseLock();
  return all;
};
(async () => {
  const numbers = () => {
    let n = 0;
    return new ReadableStream({ pull(c) { if (n === 3) c.close(); else c.enqueue(n++); } });
  };
  print("read", text(await collect(numbers())));
  const times = new TransformStream({
    transform(x, c) { c.enqueue(x * 10); c.enqueue(x * 10 + 1); },
    flush(c) { c.enqueue("end"); },
  });
  print("pipeThrough", text(await collect(numbers().pipeThrough(times))));
  const [a, b] = numbers().tee();
  print("tee", text(await Promise.all([collect(a), collect(b)])));
  const written = [];
  await numbers().pipeTo(new WritableStream({ write(x) { written.push(x); }, close() { written.push("closed"); } }));
  print("pipeTo", text(written));
  let why;
  const cancelled = new ReadableStream({ start(c) { c.enqueue(1); }, cancel(reason) { why = reason; } });
  await cancelled.cancel("enough");
  print("cancel", text([why, await collect(cancelled)]));
  const broken = new ReadableStream({ start(c) { c.enqueue(1); }, pull(c) { c.error(new Error("broken")); } }, { highWaterMark: 0 });
  const reader = broken.getReader();
  print("before the error", text(await reader.read()));
  print("error", text(await reader.read().catch((e) => e.message)));
  print("locked", text([broken.locked, (() => { try { broken.getReader(); } catch (e) { return e.name; } })()]));
  const decoded = new ReadableStream({ start(c) { c.enqueue(new Uint8Array([0xc3])); c.enqueue(new Uint8Array([0xa9, 0x21])); c.close(); } });
  print("text", text((await collect(decoded.pipeThrough(new TextDecoderStream()))).join("")));
  const writer = new WritableStream({ write(x) { if (x === 2) throw new Error("no 2"); } }).getWriter();
  await writer.write(1);
  print("write fails", text(await writer.write(2).catch((e) => e.message)));
  print("then", text(await writer.write(3).catch((e) => e.message)));
  print("from", text(await collect(ReadableStream.from(["x", "y"]))));
})();
