// This file is node:worker_threads: a script has one thread, the main one.
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
export const receiveMessageOnPort = (): undefined => undefined;
export default {
  isMainThread, parentPort, workerData, threadId, resourceLimits, MessageChannel, MessagePort, BroadcastChannel, Worker, setEnvironmentData,
  getEnvironmentData, markAsUntransferable, receiveMessageOnPort, SHARE_ENV,
};
