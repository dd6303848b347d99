// Pins: process.stdout.write with encodings, bytes, callbacks and wrong values, before process.stdout is used as a stream.
const lines = [];
const attempt = (...args) => {
  try {
    process.stdout.write(...args);
  } catch (e) {
    lines.push([e.name, e.code, e.message]);
  }
  process.stdout.write("\n");
};
attempt("6869", "hex");
attempt("aGk=", "base64", () => lines.push("called"));
attempt("\u0141", "latin1");
attempt("hi", "utf8");
attempt("a\ud800b \u{1f600}", "");
attempt(new Uint8Array([104, 105]));
attempt(new Uint8Array([1, 104, 105, 2]).subarray(1, 3));
attempt(new DataView(new Uint8Array([104, 105]).buffer));
for (const wrong of [new ArrayBuffer(3), 5, {}, { byteLength: 2 }, null]) attempt(wrong);
for (const encoding of ["none", 7]) attempt("x", encoding);
process.stdout.write("", (...args) => console.log(args, lines));
