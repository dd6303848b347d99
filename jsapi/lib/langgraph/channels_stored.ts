// This file makes channels from checkpoints and checkpoints from channels, for scripts that use channels by themselves.

import { DeltaSnapshot, uuid6 } from "./checkpoint_data";

export function isDeltaChannel(channel: any): boolean { return channel?.lc_graph_name === "DeltaChannel"; }

/** Returns the entries of an object whose values are channels. */
function only(specs: Record<string, any>): [string, any][] {
  return Object.entries(specs).filter(([, c]) => c?.lg_is_channel === true);
}

/** Returns the channels with the values that a checkpoint has. */
export function empty(specs: Record<string, any>, checkpoint: any): Record<string, any> {
  return Object.fromEntries(only(specs).map(([name, c]) => [name, c.fromCheckpoint(checkpoint.channel_values[name])]));
}

/** Returns the channels with the values that a checkpoint has. A delta channel without a value starts from its last snapshot, and gets the writes after it. */
export async function channelsFromCheckpoint(specs: Record<string, any>, checkpoint: any, options?: { saver?: any; config?: any }) {
  const channels = empty(specs, checkpoint);
  const grown = only(specs).filter(([name, c]) => isDeltaChannel(c) && !(name in checkpoint.channel_values));
  const { saver, config } = options ?? {};
  if (grown.length === 0 || saver === undefined || config === undefined) return channels;
  const histories = await saver.getDeltaChannelHistory({ config, channels: grown.map(([name]) => name) });
  for (const [name, spec] of grown) {
    const history = histories[name];
    if (history === undefined) continue;
    channels[name] = spec.fromCheckpoint(history.seed);
    channels[name].replayWrites(history.writes);
  }
  return channels;
}

/** Returns the checkpoint after another one, with the current values of channels. */
export function createCheckpoint(checkpoint: any, channels: Record<string, any> | undefined, step: number, options: any = {}): any {
  const { channelsToSnapshot, updatedChannels, getNextVersion, id } = options;
  let values = checkpoint.channel_values;
  let versions = checkpoint.channel_versions;
  if (channels !== undefined) {
    values = {};
    versions = { ...versions };
    for (const [name, channel] of Object.entries(channels)) {
      if (channelsToSnapshot?.has(name)) {
        if (getNextVersion && !updatedChannels?.has(name)) versions[name] = getNextVersion(versions[name]);
        values[name] = new DeltaSnapshot(channel.get());
      } else if (!isDeltaChannel(channel)) {
        try {
          values[name] = channel.checkpoint();
        } catch (e: any) {
          if (e.name !== "EmptyChannelError") throw e;
        }
      }
    }
  }
  return {
    v: 4, id: id ?? uuid6(step), ts: new Date().toISOString(),
    channel_values: values, channel_versions: versions, versions_seen: checkpoint.versions_seen,
  };
}

/** Returns the names of the delta channels whose whole values a checkpoint should have. */
export function deltaChannelsToSnapshot(channels: Record<string, any>, counters: Record<string, [number, number]>): Set<string> {
  const due = new Set<string>();
  for (const [name, channel] of Object.entries(channels)) {
    if (!isDeltaChannel(channel) || !channel.isAvailable()) continue;
    const [updates, supersteps] = counters[name] ?? [0, 0];
    if (updates >= channel.snapshotFrequency || supersteps >= 5000) due.add(name);
  }
  return due;
}

/** Returns the id under which a run with durability "exit" stores the writes of a task to delta channels. */
export function exitDeltaTaskId(step: number, taskId: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(taskId)) throw new TypeError(`Invalid task id for exit delta: ${taskId}`);
  return `${String(step).padStart(8, "0")}${taskId.toLowerCase().slice(8)}`;
}
