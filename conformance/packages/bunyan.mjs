// Pins: bunyan: records with fields, children, serializers and ring buffers
import bunyan from "bunyan";

const ring = new bunyan.RingBuffer({ limit: 3 });
const log = bunyan.createLogger({ name: "app", streams: [{ level: "debug", type: "raw", stream: ring }], serializers: bunyan.stdSerializers });
log.info({ a: 1 }, "hi %s", "you");
log.child({ part: "p" }).warn("x");
log.trace("not shown");
log.error(new Error("bad"), "with an error");
console.log(ring.records.map(({ name, level, msg, a, part, err }) => ({ name, level, msg, a, part, err: err && `${err.name} ${err.message}` })), bunyan.nameFromLevel[30], log.level());
