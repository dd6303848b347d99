// Pins: the events of process: rejections, exceptions, beforeExit that starts more, exit
let rounds = 0;
process.on("unhandledRejection", (reason, promise) => console.log("rejection", reason.message, promise instanceof Promise));
process.on("uncaughtException", (error, origin) => console.log("exception", error.message, origin));
process.on("beforeExit", (code) => { console.log("beforeExit", code); if (++rounds < 3) setTimeout(() => console.log("more", rounds), 1); });
process.once("exit", (code) => console.log("exit", code, process.exitCode));
process.on("custom", function (a, b) { console.log("custom", a, b, this === process); });
console.log(process.emit("custom", 1, 2), process.emit("nobody"), process.listeners("custom").length);
Promise.reject(new Error("r1"));
setTimeout(() => { throw new Error("t1"); }, 1);
setTimeout(() => { process.nextTick(() => { throw new Error("tick"); }); console.log("after"); }, 3);
const handled = Promise.reject(new Error("handled")); setTimeout(() => {}, 1); handled.catch(() => console.log("caught"));
const f = () => console.log("removed"); process.on("custom", f); process.off("custom", f); process.emit("custom", 3);
