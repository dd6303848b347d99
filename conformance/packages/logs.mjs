// Pins: pino, winston, debug and chalk: lines of logs
import { Writable } from "node:stream";
import pino from "pino";
import winston from "winston";
import debug from "debug";
import chalk, { Chalk } from "chalk";
const lines = [];
const sink = { write: (line) => lines.push(line) };
const log = pino({ base: { app: "x" }, timestamp: false, redact: ["user.password"], level: "debug" }, sink);
log.info({ user: { name: "Ann", password: "secret" } }, "hello %s", "world");
log.child({ req: 7 }).warn("careful"); log.error(new TypeError("bad")); log.trace("not seen");
console.log(lines.map((l) => { const o = JSON.parse(l); if (o.err) o.err.stack = typeof o.err.stack; return o; }));
console.log(log.isLevelEnabled("trace"), log.level, pino.levels.labels[30]);
const out = [];
const stream = new Writable({ write(chunk, _, done) { out.push(String(chunk)); done(); } });
const w = winston.createLogger({ level: "info", format: winston.format.combine(winston.format.label({ label: "L" }), winston.format.splat(), winston.format.printf((i) => `${i.label} ${i.level}: ${i.message} ${i.extra ?? ""}`)), transports: [new winston.transports.Stream({ stream })] });
w.info("one %d", 1); w.log({ level: "warn", message: "two", extra: "e" }); w.debug("not seen"); w.child({ extra: "c" }).error("three");
await new Promise((r) => { w.on("finish", () => setImmediate(r)); w.end(); });
console.log(out.join(""));

const d = debug("app:x"); const seen = []; d.log = (...a) => seen.push(a.join(" ").replace(/\+\d+ms/, "")); debug.enable("app:*,-app:y");
d("value %o and %s", { a: 1 }, "t"); console.log(seen.length, d.enabled, debug.enabled("app:y"), d.extend("z").namespace);
const c = new Chalk({ level: 1 });
console.log(JSON.stringify(c.red.bold("x") + c.bgHex("#ff0000")("y") + c`z`), JSON.stringify(c.blue(`a${c.green("b")}c`)), typeof chalk.level);
pino({ timestamp: false, base: null }).info("to stdout");
