// Pins: timers, immediates and messages take turns: none waits for ever for the others, and immediates of a callback come before timers
import { MessageChannel } from "node:worker_threads";

let done = false;
setTimeout(() => { done = true; }, 20);
let n = 0;
while (!done) { n++; await new Promise((resolve) => setImmediate(resolve)); }
console.log("a timer came while immediates went on", n > 1);

const { port1, port2 } = new MessageChannel();
port1.on("message", (m) => port1.postMessage(m));
port2.on("message", (m) => port2.postMessage(m));
port1.postMessage(1);
await new Promise((resolve) => setTimeout(resolve, 20));
await new Promise((resolve) => setImmediate(resolve));
port1.close();
console.log("a timer and an immediate came while messages went on");

const one = new BroadcastChannel("a"), two = new BroadcastChannel("a");
one.onmessage = () => two.postMessage(1);
two.onmessage = () => one.postMessage(1);
one.postMessage(1);
await new Promise((resolve) => setTimeout(resolve, 20));
one.close();
two.close();
console.log("so with channels");

const order = [];
const busy = () => { for (const end = Date.now() + 5; Date.now() < end;); };
await new Promise((resolve) => setTimeout(() => {
  setImmediate(() => order.push("immediate"));
  setTimeout(() => order.push("timer"), 0);
  busy();
  setTimeout(resolve, 10);
}, 1));
console.log(order.join());
