// This file turns channels into checkpoints and back, for scripts that work with channels on their own.

import { DeltaSnapshot, uuid6 } from "./checkpoint_data";

export function isDeltaChannel(channel: any): boolean { return channel?.lc_graph_name === "DeltaChannel"; }

/** The channels among the values of an object. */
function only(specs: Record<string, any>): [string, any][] {
  return Object.entries(specs).filter(([, c]) => c?.lg_is_channel === true);
}

/** The channels as a checkpoint has them. */
export function empty(specs: Record<string, any>, checkpoint: any): Record<string, any> {
  return Object.fromEntries(only(specs).map(([name, c]) => [name, c.fromCheckpoint(checkpoint.channel_values[name])]));
}

/** The channels as a checkpoint has them; those that grew since the last snapshot take the writes since then. */
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

/** The checkpoint behind another one, with the values that channels have. */
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

/** The names of the delta channels that a checkpoint should have whole. */
export function deltaChannelsToSnapshot(channels: Record<string, any>, counters: Record<string, [number, number]>): Set<string> {
  const due = new Set<string>();
  for (const [name, channel] of Object.entries(channels)) {
    if (!isDeltaChannel(channel) || !channel.isAvailable()) continue;
    const [updates, supersteps] = counters[name] ?? [0, 0];
    if (updates >= channel.snapshotFrequency || supersteps >= 5000) due.add(name);
  }
  return due;
}

/** The id under which a run that keeps only its end keeps the writes of a task. */
export function exitDeltaTaskId(step: number, taskId: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(taskId)) throw new TypeError(`Invalid task id for exit delta: ${taskId}`);
  return `${String(step).padStart(8, "0")}${taskId.toLowerCase().slice(8)}`;
}
