// This file is node:v8.
import { DefaultDeserializer, DefaultSerializer, Deserializer, Serializer } from "./v8_serializer";

const g: any = globalThis;

export const getHeapStatistics = (): any => {
  const { heapTotal, heapUsed } = g.process.memoryUsage();
  const limit = Math.max(2 ** 32, heapTotal);
  return {
    total_heap_size: heapTotal, total_heap_size_executable: 0, total_physical_size: heapTotal, total_available_size: limit - heapUsed, used_heap_size: heapUsed,
    heap_size_limit: limit, malloced_memory: 0, peak_malloced_memory: 0, does_zap_garbage: 0, number_of_native_contexts: 1, number_of_detached_contexts: 0,
    total_global_handles_size: 0, used_global_handles_size: 0, external_memory: 0,
  };
};
export const getHeapSpaceStatistics = (): any[] => [];
export const getHeapCodeStatistics = (): any => ({ code_and_metadata_size: 0, bytecode_and_metadata_size: 0, external_script_source_size: 0, cpu_profiler_metadata_size: 0 });
export const setFlagsFromString = (): void => {};
export const cachedDataVersionTag = (): number => 0;
export const takeCoverage = (): void => {};
export const stopCoverage = (): void => {};
export const setHeapSnapshotNearHeapLimit = (): void => {};
const absent = (name: string) => (): never => {
  throw new Error(`node:v8.${name} is not part of hitlrun: there is no V8`);
};
export const getHeapSnapshot = absent("getHeapSnapshot");
export const writeHeapSnapshot = absent("writeHeapSnapshot");
export const queryObjects = absent("queryObjects");
export const startupSnapshot: any = { isBuildingSnapshot: () => false };

export function serialize(value: unknown): any {
  const s: any = new DefaultSerializer();
  s.writeHeader();
  s.writeValue(value);
  return s.releaseBuffer();
}
export function deserialize(bytes: any): any {
  const d: any = new DefaultDeserializer(bytes);
  d.readHeader();
  return d.readValue();
}
export { DefaultDeserializer, DefaultSerializer, Deserializer, Serializer };
export default {
  getHeapStatistics, getHeapSpaceStatistics, getHeapCodeStatistics, setFlagsFromString, cachedDataVersionTag, takeCoverage, stopCoverage, setHeapSnapshotNearHeapLimit,
  getHeapSnapshot, writeHeapSnapshot, queryObjects, startupSnapshot, serialize, deserialize, Serializer, Deserializer, DefaultSerializer, DefaultDeserializer,
};
