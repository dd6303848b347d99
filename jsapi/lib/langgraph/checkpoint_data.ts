// This file makes, copies and compares checkpoints.

import { v5 } from "../uuid/index";

export const ERROR = "__error__";
export const SCHEDULED = "__scheduled__";
export const INTERRUPT = "__interrupt__";
export const RESUME = "__resume__";
export const TASKS = "__pregel_tasks";

/** The indexes of special writes of a task. A write replaces an earlier one with the same index. */
export const WRITES_IDX_MAP = { [ERROR]: -1, [SCHEDULED]: -2, [INTERRUPT]: -3, [RESUME]: -4 };

export const EXCLUDED_METADATA_KEYS = new Set([
  "thread_id", "checkpoint_id", "checkpoint_ns", "checkpoint_map",
  "langgraph_step", "langgraph_node", "langgraph_triggers", "langgraph_path", "langgraph_checkpoint_ns",
]);

export function deepCopy(value: any): any {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(deepCopy);
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, deepCopy(v)]));
}

let last = 0n;
let node = "";

/** Returns a UUID of version 6. UUIDs of this version sort in the order in which they were made. */
export function uuid6(clockseq: number): string {
  let time = BigInt(Date.now()) * 10000n + 0x01b21dd213814000n; // in units of 100 ns since 1582
  if (time <= last) time = last + 1n;
  last = time;
  if (!node) {
    const bytes = crypto.getRandomValues(new Uint8Array(6));
    bytes[0] |= 1; // the bit says that this is not the address of a network card
    node = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  }
  const t = time.toString(16).padStart(15, "0");
  const seq = ((0x8000 | clockseq) & 0xffff).toString(16);
  return `${t.slice(0, 8)}-${t.slice(8, 12)}-6${t.slice(12)}-${seq}-${node}`;
}

export function uuid5(name: string, namespace: string): string { return v5(name, namespace); }

export function emptyCheckpoint() {
  return { v: 4, id: uuid6(0), ts: new Date().toISOString(), channel_values: {}, channel_versions: {}, versions_seen: {} };
}

export function copyCheckpoint(checkpoint: any) {
  const { v, id, ts, channel_values, channel_versions, versions_seen } = checkpoint;
  return { v, id, ts, channel_values: { ...channel_values }, channel_versions: { ...channel_versions }, versions_seen: deepCopy(versions_seen ?? {}) };
}

export function compareChannelVersions(a: any, b: any): number {
  return typeof a === "number" && typeof b === "number" ? Math.sign(a - b) : String(a).localeCompare(String(b));
}

export function maxChannelVersion(...versions: any[]): any {
  return versions.reduce((max, v) => compareChannelVersions(max, v) >= 0 ? max : v);
}

export function getCheckpointId(config: any): string {
  return config.configurable?.checkpoint_id || config.configurable?.thread_ts || "";
}

/** The stored value of a delta channel. */
export class DeltaSnapshot {
  lg_name = "DeltaSnapshot";
  value: any;
  constructor(value: any) { this.value = value; }
}

export function isDeltaSnapshot(value: any): boolean {
  return value !== null && typeof value === "object" && value.lg_name === "DeltaSnapshot";
}
