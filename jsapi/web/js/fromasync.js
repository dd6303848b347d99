// This file has Array.fromAsync. The values of an array-like and of a synchronous iterable may be promises.
(function () {
  async function fromAsync(items, mapFn, thisArg) {
    if (mapFn !== undefined && typeof mapFn !== "function") throw new TypeError(String(mapFn) + " is not a function");
    if (items === null || items === undefined) throw new TypeError(items + " is not iterable");
    const Class = typeof this === "function" ? this : Array;
    const result = new Class();
    let length = 0;
    const add = async (value) => {
      if (mapFn) value = await mapFn.call(thisArg, value, length);
      Object.defineProperty(result, length++, { value, writable: true, enumerable: true, configurable: true });
    };
    const asyncMethod = items[Symbol.asyncIterator];
    const method = asyncMethod || items[Symbol.iterator];
    if (method) {
      const iterator = method.call(items);
      for (;;) {
        const step = await iterator.next();
        if (step.done) break;
        try {
          await add(asyncMethod ? step.value : await step.value);
        } catch (error) {
          if (iterator.return) await iterator.return();
          throw error;
        }
      }
    } else {
      const count = Math.max(0, Math.trunc(Number(items.length)) || 0);
      for (let i = 0; i < count; i++) await add(await items[i]);
    }
    result.length = length;
    return result;
  }
  return fromAsync;
})
