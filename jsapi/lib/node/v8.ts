// This file is node:v8. The bytes of serialize are not those of V8, but deserialize returns the value.
const { Buffer, structuredClone } = globalThis as any;

export const getHeapStatistics = (): any => {
  const { heapTotal, heapUsed } = (globalThis as any).process.memoryUsage();
  return { total_heap_size: heapTotal, used_heap_size: heapUsed, heap_size_limit: 2 ** 32, total_available_size: 2 ** 32 - heapUsed };
};
export const setFlagsFromString = (): void => {};
export const cachedDataVersionTag = (): number => 0;

/** The values for the bytes that serialize made. */
const values = new WeakMap<object, unknown>();
export function serialize(value: unknown): any {
  const bytes = Buffer.from(__hitlrun.node.util.inspect(value, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity }));
  values.set(bytes, structuredClone(value));
  return bytes;
}
export function deserialize(bytes: any): any {
  if (!values.has(bytes)) throw new Error("node:v8.deserialize: hitlrun reads only what serialize() of the same run returned");
  return structuredClone(values.get(bytes));
}
export default { getHeapStatistics, setFlagsFromString, cachedDataVersionTag, serialize, deserialize };
