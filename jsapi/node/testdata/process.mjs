// The process object, its events, and console.
import process from "node:process";

console.log(typeof process.pid, process.argv.length >= 2, process.platform, typeof process.version, typeof process.versions.node);
console.log(process.uptime() >= 0, process.hrtime().length, typeof process.hrtime.bigint(), process.memoryUsage().heapUsed > 0);
console.log(process.env.NOT_THERE, "NOT_THERE" in process.env, process.exitCode);
console.log(typeof process.cwd(), process.emitWarning.name);
process.env.SET = 7;
console.log(process.env.SET, delete process.env.SET, process.env.SET);
process.once("custom", (x) => console.log("custom", x));
console.log(process.emit("custom", 1), process.emit("custom", 2), process.listenerCount("custom"));
setTimeout(() => {
  queueMicrotask(() => console.log("microtask"));
  process.nextTick((x) => console.log("tick", x), "a");
});
process.on("unhandledRejection", (reason) => console.log("unhandled", reason.message));
Promise.reject(new Error("lost"));
process.on("beforeExit", () => console.log("before the end", process.exitCode));
process.on("exit", (code) => console.log("the end", code));

console.table([{ a: 1, b: "x" }, { a: 2, c: true }]);
console.table(new Map([["k", { v: 1 }], ["l", 2]]));
console.table([[1, 2], [3]], [0]);
console.table("no table");
console.table(new Set([1, "two"]));
console.group("outer");
console.info("inside");
console.group();
console.debug("%s is %d of %i, %j and %o %%", "it", 1.5, 2.7, { a: 1 }, [1]);
console.groupEnd();
console.groupEnd();
console.count();
console.count("own");
console.count("own");
console.countReset("own");
console.count("own");
console.assert(true, "not shown");
console.dir({ deep: { deeper: { deepest: { end: 1 } } } }, { depth: 0 });
console.log(typeof console.time, console.time("t"));
process.stdout.write("written ");
console.log(process.stdout.write("and done\n"), process.stdout.isTTY ?? false);
process.exitCode = 0;
