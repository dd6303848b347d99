// process.stdout of a script that does not import node:stream.
const out = process.stdout;
console.log(out.write("first\n"), out.fd);
out.write(new Uint8Array([104, 105, 10]));
try {
  out.write(5);
} catch (e) {
  console.log(e.code, e.message);
}
const said = [];
process.stderr.write = (chunk) => said.push(String(chunk)) > 0; // stays, also when it becomes a stream
out.once("x", (v) => console.log("x", v));
console.log(out.emit("x", 1), out.emit("x", 2), out.writable, typeof out._writableState);
out.write("second\n", () => console.log("called"));
await null;
out.cork();
out.write("third\n");
out.uncork();
process.stderr.on("drain", () => {});
console.log(process.stderr.listenerCount("drain"));
process.stderr.write("captured");
console.log(said);
