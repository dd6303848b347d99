// This file has Atomics. A script has one thread, so every operation is atomic.
(function ({ sleep }) {
  const kinds = new Set(["Int8Array", "Uint8Array", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array", "BigUint64Array"]);
  const tag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

  function check(array, index, names = kinds) {
    if (!names.has(tag.call(array))) throw new TypeError("[object Array] is not an integer typed array.");
    const at = Math.trunc(Number(index)) || 0;
    if (!(at >= 0 && at < array.length)) throw new RangeError("Invalid atomic access index");
    return at;
  }
  const update = (change) => (array, index, value) => {
    const at = check(array, index);
    const old = array[at];
    array[at] = change(old, typeof old === "bigint" ? BigInt(value) : Math.trunc(Number(value)) || 0);
    return old;
  };
  const waiting = new Set(["Int32Array", "BigInt64Array"]);

  const Atomics = {
    add: update((a, b) => a + b),
    and: update((a, b) => a & b),
    exchange: update((a, b) => b),
    or: update((a, b) => a | b),
    sub: update((a, b) => a - b),
    xor: update((a, b) => a ^ b),
    compareExchange(array, index, expected, value) {
      const at = check(array, index);
      const old = array[at];
      array[at] = expected; // the array converts the value to its type
      const same = array[at] === old;
      array[at] = same ? value : old;
      return old;
    },
    isLockFree: (size) => [1, 2, 4, 8].includes(Number(size)),
    load: (array, index) => array[check(array, index)],
    store(array, index, value) {
      const at = check(array, index);
      value = typeof array[at] === "bigint" ? BigInt(value) : Math.trunc(Number(value)) || 0;
      array[at] = value;
      return value;
    },
    /** Waits for the whole time, because no other thread can change the value. */
    wait(array, index, value, timeout) {
      const at = check(array, index, waiting);
      if (array[at] !== value) return "not-equal";
      const time = timeout === undefined || Number.isNaN(Number(timeout)) ? Infinity : Number(timeout);
      for (let left = time; left > 0; left -= 10) sleep(Math.min(left, 10)); // in short parts, so that a limit can end it
      return "timed-out";
    },
    notify(array, index) {
      check(array, index, waiting);
      return 0;
    },
  };
  for (const name of Object.keys(Atomics)) Object.defineProperty(Atomics, name, { enumerable: false });
  Object.defineProperty(Atomics, Symbol.toStringTag, { value: "Atomics", configurable: true });
  return { Atomics };
})
