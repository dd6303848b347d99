// This file finds what a checkpointer has in the parents of a checkpoint: writes after a stored value, and Sends in
// older formats.

import { maxChannelVersion } from "./checkpoint_data";

const TASKS = "__pregel_tasks";

/** Returns the writes to channels since their last stored value, from the parents of a checkpoint. */
export async function deltaChannelHistory(saver: any, { config, channels }: { config: any; channels: string[] }) {
  const found: Record<string, { writes: any[]; seed?: any }> = {};
  for (const channel of channels) found[channel] = { writes: [] };
  const open = new Set(channels);
  let at = channels.length > 0 ? (await saver.getTuple(config))?.parentConfig : undefined;
  while (at && open.size > 0) {
    const tuple = await saver.getTuple(at);
    if (!tuple) break;
    const { channel_values: values } = tuple.checkpoint;
    for (const channel of [...open]) {
      const writes = (tuple.pendingWrites ?? []).filter((w: any) => w[1] === channel);
      writes.sort((a: any, b: any) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
      found[channel].writes.unshift(...writes);
      if (!Object.prototype.hasOwnProperty.call(values, channel) || values[channel] === undefined) continue;
      found[channel].seed = values[channel];
      open.delete(channel);
    }
    at = tuple.parentConfig;
  }
  return found;
}

/** Adds the Sends that are stored as writes of its parent to a checkpoint of an older format. */
export function withSends(checkpoint: any, sends: any[], nextVersion: (v: any) => any) {
  const versions = Object.values<any>(checkpoint.channel_versions ?? {});
  checkpoint.channel_values = { ...checkpoint.channel_values, [TASKS]: sends };
  checkpoint.channel_versions = {
    ...checkpoint.channel_versions,
    [TASKS]: versions.length > 0 ? maxChannelVersion(...versions) : nextVersion(undefined),
  };
}

export function migrated(saver: any, tuple: any) {
  if (!(tuple.checkpoint.v < 4) || !tuple.parentConfig) return tuple;
  const parent = __hitlrun.getTuple(saver, tuple.parentConfig);
  const sends = (parent?.pendingWrites ?? []).filter((w: any) => w[1] === TASKS).map((w: any) => w[2]);
  withSends(tuple.checkpoint, sends, (v) => saver.getNextVersion(v));
  return tuple;
}
