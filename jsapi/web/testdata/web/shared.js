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
