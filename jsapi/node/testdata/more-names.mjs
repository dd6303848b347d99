// Names of Node's modules that packages use seldom.
import crypto from "node:crypto";
import events from "node:events";
import os from "node:os";
import path from "node:path";
import perf from "node:perf_hooks";
import querystring from "node:querystring";
import { Readline } from "node:readline/promises";
import stream from "node:stream";
import * as web from "node:stream/web";
import timers from "node:timers";
import util from "node:util";

const say = (f) => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
console.log(os.constants.errno.ENAMETOOLONG, os.constants.signals.SIGSYS, os.constants.priority, os.constants.dlopen, Object.keys(os.constants.errno).length);
console.log(util.getSystemErrorName(-2), util.getSystemErrorMap().get(-36), util.getSystemErrorMap().size);
say(() => util.getSystemErrorName(5));
say(() => util.getSystemErrorName("x"));
console.log(util.getSystemErrorName(-9999), util._errnoException(-13, "open").message);
console.log(util._exceptionWithHostPort(-111, "connect", "1.2.3.4", 80).message);
console.log(util.parseEnv(`
# comment
A=1
B = two words  # not this
C="double # quoted\\nline" # comment
D='single \\n'
export E=\`back\`
F=
MULTI="one
two"
G=a=b
 H = x
`));
say(() => util.parseEnv(1));
for (const text of ["text/html; charset=utf-8", " Application/JSON ;a=1;A=2;b=\"q \\\" x\";c", "image/svg+xml", "text/plain;x=\"\";y=a b"]) {
  const type = new util.MIMEType(text);
  console.log(`${type}`, type.type, type.subtype, type.essence, [...type.params]);
}
for (const text of ["text", "te xt/html", "text/", "text/h;tml", "/html", ""]) say(() => `${new util.MIMEType(text)}`);
const mime = new util.MIMEType("text/html");
mime.type = "APPLICATION";
mime.subtype = "x";
mime.params.set("k", "a b");
console.log(`${mime}`, JSON.stringify({ mime }), mime.params.get("none"), mime.params.has("k"));
say(() => mime.params.set("bad name", "x"));
console.log(util.stripVTControlCharacters("\u001b[31mred\u001b[0m"), util.toUSVString("a\ud800"));
say(() => util.stripVTControlCharacters(1));
console.log(util.transferableAbortController() instanceof AbortController, util.types.isKeyObject(crypto.createSecretKey(Buffer.from("k"))), util.types.isKeyObject({}));
await util.aborted(AbortSignal.abort(), {}).then(() => console.log("aborted"));
await util.aborted(1, {}).catch((error) => console.log(error.code));

console.log(crypto.constants.SSL_OP_NO_TLSv1_3, crypto.constants.RSA_X931_PADDING, crypto.constants.TLS1_3_VERSION, crypto.hash?.("sha1", "x"), crypto.getCipherInfo("aes-256-gcm").keyLength);
for (const name of ["modp1", "modp2", "modp5", "modp14", "modp15", "modp16", "modp17", "modp18"]) {
  console.log(name, crypto.createHash("sha256").update(crypto.getDiffieHellman(name).getPrime()).digest("hex"), crypto.getDiffieHellman(name).getGenerator("hex"));
}
say(() => crypto.getDiffieHellman("modp3"));
const alice = crypto.getDiffieHellman("modp14");
const bob = crypto.createDiffieHellman(alice.getPrime(), alice.getGenerator());
alice.generateKeys();
bob.generateKeys("hex");
console.log(alice.computeSecret(bob.getPublicKey()).equals(bob.computeSecret(alice.getPublicKey("hex"), "hex")), alice.computeSecret(bob.getPublicKey()).length);
const own = crypto.createDiffieHellman(alice.getPrime("hex"), "hex", 5);
own.setPrivateKey(Buffer.from([6]));
console.log(Number.parseInt(own.generateKeys("hex"), 16), own.getPrivateKey("hex"), own.getGenerator("hex"), crypto.DiffieHellman(alice.getPrime()) instanceof crypto.DiffieHellman);
say(() => crypto.getDiffieHellman("modp14").getPublicKey());
console.log(crypto.checkPrimeSync(97n), crypto.checkPrimeSync(Buffer.from([91])), crypto.checkPrimeSync(crypto.generatePrimeSync(64)));
const prime = crypto.generatePrimeSync(48, { safe: true, bigint: true });
console.log(typeof prime, prime.toString(2).length, crypto.checkPrimeSync((prime - 1n) / 2n), crypto.generatePrimeSync(32, { add: 12n, rem: 5n, bigint: true }) % 12n);
await new Promise((resolve) => crypto.generatePrime(40, (error, bytes) => crypto.checkPrime(bytes, (e, is) => resolve(console.log(error, bytes.byteLength, e, is)))));
say(() => crypto.checkPrimeSync("x"));

console.log(events.getMaxListeners(new events()), events.captureRejectionSymbol, events.usingDomains, events.captureRejections);
console.log(path._makeLong("/a"), querystring.unescapeBuffer("a%20b%zz").toString(), perf.constants.NODE_PERFORMANCE_GC_MAJOR, typeof perf.Performance, performance instanceof perf.Performance);
const [left, right] = stream.duplexPair ? stream.duplexPair() : [];
if (left) {
  left.end("through");
  console.log(`${await right.toArray()}`);
}
console.log(stream.isDestroyed?.(new stream.Readable()), Object.keys(web).includes("ReadableStream"));
let moved = "";
const lines = new Readline(new stream.Writable({ write: (chunk, encoding, done) => ((moved += chunk), done()) }));
lines.cursorTo(1, 2).moveCursor(-1, 0).clearLine(0).clearScreenDown();
await lines.commit();
console.log(JSON.stringify(moved));
lines.clearLine(1).rollback();
const item = { _onTimeout: () => console.log("old timer") };
timers.enroll(item, 1);
timers.active(item);
await new Promise((resolve) => setTimeout(resolve, 30));
timers.unenroll(item);

console.log(process.kill(process.pid, 0), process.ppid > 0, Object.keys(process.resourceUsage()).length, typeof process.constrainedMemory(), Array.isArray(process.getActiveResourcesInfo()));
say(() => process.kill(process.pid, "SIGNOPE"));
say(() => process.kill("x"));
say(() => process.kill(999999999, 0));
console.log(process.hasUncaughtExceptionCaptureCallback());
process.setUncaughtExceptionCaptureCallback((error) => console.log("captured", error.message));
say(() => process.setUncaughtExceptionCaptureCallback(() => {}));
say(() => process.setUncaughtExceptionCaptureCallback(1));
setTimeout(() => {
  throw new Error("nobody");
}, 1);
await new Promise((resolve) => setTimeout(resolve, 20));
process.setUncaughtExceptionCaptureCallback(null);
process.on("SIGUSR2", (name, number) => console.log(name, number));
process.kill(process.pid, "SIGUSR2");
await new Promise((resolve) => setTimeout(resolve, 20));
