// This file has SharedArrayBuffer. It is an ArrayBuffer that no other thread shares, because a script has one thread.
(function (host) {
  const shared = new WeakSet();
  const size = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength").get;
  const slice = ArrayBuffer.prototype.slice;

  function check(buffer, method) {
    if (shared.has(buffer)) return buffer;
    const shown = Object(buffer) === buffer ? `#<${buffer.constructor.name}>` : String(buffer);
    throw new TypeError(`Method ${method.replace(/\S+$/, "SharedArrayBuffer.prototype.$&")} called on incompatible receiver ${shown}`);
  }

  class SharedArrayBuffer {
    constructor(length) {
      const buffer = Reflect.construct(ArrayBuffer, [length], new.target);
      shared.add(buffer);
      return buffer;
    }
    get growable() {
      return !check(this, "get growable");
    }
    get byteLength() {
      return size.call(check(this, "get byteLength"));
    }
    slice(start, end) {
      const part = slice.call(check(this, "slice"), start, end);
      const copy = new SharedArrayBuffer(part.byteLength);
      new Uint8Array(copy).set(new Uint8Array(part));
      return copy;
    }
  }
  Object.defineProperty(SharedArrayBuffer.prototype, Symbol.toStringTag, { value: "SharedArrayBuffer", configurable: true });
  host.cloned(SharedArrayBuffer, (buffer) => {
    if (!shared.has(buffer)) return undefined;
    const clone = Object.setPrototypeOf(host.alias(buffer), SharedArrayBuffer.prototype);
    shared.add(clone);
    return clone;
  });
  return { SharedArrayBuffer };
})
