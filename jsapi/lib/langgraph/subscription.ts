// This file is @langchain/langgraph/stream: channels, events of the protocol, and which events match a subscription.

import { StreamChannel } from "./stream_channel";

export { STREAM_EVENTS_V3_MODES, convertToProtocolEvent, isCheckpointEnvelope } from "./protocol";
export { StreamChannel, StreamChannel as EventLog } from "./stream_channel";

export const isStreamChannel = (v: any): boolean => StreamChannel.isInstance(v);

export const SUPPORTED_CHANNELS = /* @__PURE__ */ new Set([
  "values", "updates", "messages", "tools", "lifecycle", "input", "checkpoints", "tasks", "custom",
]);
export const isSupportedChannel = (name: string): boolean => SUPPORTED_CHANNELS.has(name) || name.startsWith("custom:");

/** Returns the name of a node in a namespace, without the id of its task. */
export const normalizeNamespaceSegment = (segment: string): string => segment.split(":")[0];

/** Reports whether namespace begins with prefix. Parts of prefix may have no ids. */
export function isPrefixMatch(namespace: string[], prefix: string[]): boolean {
  const same = (part: string, i: number) =>
    namespace[i] === part || !part.includes(":") && normalizeNamespaceSegment(namespace[i]) === part;
  return prefix.length <= namespace.length && prefix.every(same);
}

/** Returns the channel of an event. */
export function inferChannel(event: any): string | undefined {
  const { method, params } = event;
  if (method === "custom") return params.data?.name != null ? `custom:${params.data.name}` : "custom";
  if (method === "input.requested") return "input";
  return SUPPORTED_CHANNELS.has(method) ? method : undefined;
}

/** Reports whether an event matches a subscription. */
export function matchesSubscription(event: any, { since, channels, namespaces, depth }: any): boolean {
  if (typeof since === "number" && (event.seq ?? 0) <= since) return false;
  const channel = inferChannel(event);
  if (channel === undefined) return false;
  if (!channels.includes(channel) && !(channel.startsWith("custom:") && channels.includes("custom"))) return false;
  const { namespace } = event.params;
  const within = (prefix: string[]) => isPrefixMatch(namespace, prefix) && (depth === undefined || namespace.length - prefix.length <= depth);
  return !namespaces?.length || namespaces.some(within);
}
