// SharedArrayBuffer.
show("size", () => new SharedArrayBuffer(8).byteLength);
show("view", () => {
  const buffer = new SharedArrayBuffer(4);
  new Uint8Array(buffer).set([1, 2, 3]);
  return [...new Uint8Array(buffer.slice(1, 3)), buffer.slice(1) instanceof SharedArrayBuffer, new Int32Array(buffer)[0]];
});
show("getter of another", () => Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, "byteLength").get.call(new ArrayBuffer(1)));
show("tag", () => Object.prototype.toString.call(new SharedArrayBuffer(1)));
show("growable", () => [new SharedArrayBuffer(1).growable, new ArrayBuffer(1).resizable, new ArrayBuffer(3).maxByteLength]);
show("growable of another", () => Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, "growable").get.call(1));
show("atomics", () => {
  const a = new Int32Array(new SharedArrayBuffer(8));
  return [Atomics.add(a, 0, 5), Atomics.sub(a, 0, 2), Atomics.or(a, 0, 4), Atomics.xor(a, 0, 1), Atomics.and(a, 0, 6), Atomics.exchange(a, 1, 2.7),
    Atomics.compareExchange(a, 1, 2, 9), Atomics.compareExchange(a, 1, 2, 8), Atomics.store(a, 0, "7"), Atomics.load(a, 0), Atomics.load(a, 1), Atomics.isLockFree(4)];
});
show("atomics of small and large numbers", () => {
  const a = new Uint8Array(1), b = new BigInt64Array(1);
  return [Atomics.add(a, 0, 300), a[0], Atomics.store(b, 0, 5n) === 5n, Atomics.add(b, 0, 1n) === 5n, b[0] === 6n, Atomics.compareExchange(a, 0, 300, 1), a[0]];
});
show("wait", () => {
  const a = new Int32Array(new SharedArrayBuffer(4));
  return [Atomics.wait(a, 0, 0, 20), Atomics.wait(a, 0, 1), Atomics.notify(a, 0, 1)];
});
show("out of it", () => Atomics.load(new Int32Array(1), 1));
show("tag of atomics", () => [String(Atomics), Object.keys(Atomics)]);
