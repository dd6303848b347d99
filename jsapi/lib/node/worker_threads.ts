// This file is node:worker_threads: a script has one thread, the main one.
import { fault } from "./errors";

export const isMainThread = true;
export const parentPort = null;
export const workerData = null;
export const threadId = 0;
export const resourceLimits = {};
export const { MessageChannel, MessagePort, BroadcastChannel } = globalThis as any;
export class Worker {
  constructor() {
    throw new Error("node:worker_threads.Worker is not part of hitlrun (a script is one thread)");
  }
}
export const SHARE_ENV = Symbol.for("nodejs.worker_threads.SHARE_ENV");
const data = new Map<any, any>();
export const setEnvironmentData = (key: any, value: any): void => void data.set(key, value);
export const getEnvironmentData = (key: any): any => data.get(key);
export const markAsUntransferable = (): void => {};
export function receiveMessageOnPort(port: any): { message: any } | undefined {
  const list = (MessagePort as any)[Symbol.for("hitlrun.receive")](port);
  if (!list) throw fault("TypeError", "ERR_INVALID_ARG_TYPE", 'The "port" argument must be a MessagePort instance');
  return list.length > 0 ? { message: list[0] } : undefined;
}
export default {
  isMainThread, parentPort, workerData, threadId, resourceLimits, MessageChannel, MessagePort, BroadcastChannel, Worker, setEnvironmentData,
  getEnvironmentData, markAsUntransferable, receiveMessageOnPort, SHARE_ENV,
};
