// This file is node:cluster. A script is the only process of its cluster.
import EventEmitter from "./events";

const only = (name: string) => (): never => {
  throw new Error(`node:cluster.${name} is not part of hitlrun (a script has no such access to the machine)`);
};
export const isMaster = true;
export const isPrimary = true;
export const isWorker = false;
export const SCHED_NONE = 1;
export const SCHED_RR = 2;
export const schedulingPolicy = SCHED_RR;
export const settings: any = {};
export const workers: any = {};
export const setupPrimary = (options: any = {}): void => void Object.assign(settings, options);
export const setupMaster = setupPrimary;
export const disconnect = (callback?: any): void => {
  if (callback) (globalThis as any).process.nextTick(callback);
};
export const fork = only("fork");
export const Worker: any = class Worker extends (EventEmitter as any) {
  constructor() {
    super();
    only("Worker")();
  }
};
export default Object.assign(new (EventEmitter as any)(), {
  isMaster, isPrimary, isWorker, SCHED_NONE, SCHED_RR, schedulingPolicy, settings, workers, setupPrimary, setupMaster, disconnect, fork, Worker,
});
