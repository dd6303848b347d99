// EventEmitterAsyncResource of node:events, node:cluster, and facts of node:process.
import cluster, { isPrimary, isWorker } from "node:cluster";
import { AsyncLocalStorage } from "node:async_hooks";
import events, { EventEmitterAsyncResource } from "node:events";

const store = new AsyncLocalStorage();
const emitter = store.run("made here", () => new EventEmitterAsyncResource({ name: "orders" }));
emitter.on("paid", (n) => console.log(n, store.getStore()));
console.log(store.run("elsewhere", () => emitter.emit("paid", 5)), emitter.emit("unknown"));
console.log(emitter instanceof events, events.EventEmitterAsyncResource === EventEmitterAsyncResource, typeof emitter.asyncId, typeof emitter.asyncResource);
class Orders extends EventEmitterAsyncResource {}
console.log(new Orders().listenerCount("paid"));

console.log(isPrimary, isWorker, cluster.isMaster, cluster.workers, cluster.listenerCount("exit"));
cluster.on("exit", () => {});
console.log(cluster.listenerCount("exit"), typeof cluster.fork);

console.log(typeof process.config.variables, process.getuid() === process.geteuid(), process.getgid() === process.getegid(), Array.isArray(process.getgroups()));
const before = process.cpuUsage();
let n = 0;
do n++;
while (process.cpuUsage(before).user + process.cpuUsage(before).system < 1000);
console.log(n > 0, Object.keys(before));
console.log(process.version.split(".")[0], process.versions.node.split(".")[0]);
