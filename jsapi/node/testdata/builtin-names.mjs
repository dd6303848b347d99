// Modules of Node whose names are only known at run time, and names that packages import without using them.
import { createHook, executionAsyncId } from "node:async_hooks";
import { X509Certificate } from "node:crypto";
import { PerformanceObserver, performance } from "node:perf_hooks";
import { createRequire } from "node:module";
import path from "node:path";
const n = (x) => x;
console.log(typeof process.getBuiltinModule(n("node:fs")).readFileSync, process.getBuiltinModule(n("nothing")), typeof process.getBuiltinModule(n("path")).join);
const require = createRequire(import.meta.url);
console.log(typeof require(n("node:os")).cpus, typeof require(n("fs/promises")).readFile);
const m = await import("node:" + n("util")); console.log(typeof m.inspect, typeof m.default.inspect);
try { await import("node:" + n("nope")); } catch (e) { console.log(e.code, e.message); }
try { require(n("node:nope")); } catch (e) { console.log(e.code); }
try { require(n("nopkg")); } catch (e) { console.log(e.code); }
console.log(typeof createHook({}).enable().disable, typeof executionAsyncId(), typeof X509Certificate, typeof performance.now());
new PerformanceObserver(() => {}).disconnect();
