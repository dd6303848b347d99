// Pins: console calls a replaced write of process.stdout and process.stderr; process.stdout.write with encodings, bytes and wrong values.
const seen = [], errors = [];
const write = process.stdout.write, writeError = process.stderr.write;
process.stdout.write = function (text, ...rest) {
  seen.push([text, typeof rest[0], this === process.stdout]);
  return true;
};
console.log("x", 1);
console.info("i");
console.table([1]);
console.group("g");
console.log("z");
console.groupEnd();
console.dir({ a: 1 });
console.count();
process.stderr.write = (text) => {
  errors.push(text);
  throw new Error("ignored");
};
console.error("e");
console.warn("w");
console.assert(false, "a");
process.stderr.write = writeError;
process.stdout.write = write;
console.log(seen, errors);

process.stdout.write = function (text, ...rest) {
  return write.call(this, `[${String(text).trim()}]\n`, ...rest);
};
console.log("through");
process.stdout.on("other", () => {});
console.log("as a stream");
delete process.stdout.write;
console.log("plain");
process.stdout.write = (text) => seen.push(text) > 0;
console.log("hidden");
delete process.stdout.write;
console.log(seen.at(-1));
let depth = 0;
process.stdout.write = () => {
  if (depth++ < 3) console.log("inside");
  return true;
};
console.log("itself");
delete process.stdout.write;
console.log(depth);
Object.defineProperty(process.stdout, "write", { configurable: true, get: () => (text) => seen.push(`got ${text}`) });
console.log("getter");
delete process.stdout.write;
console.log(seen.at(-1));
