// TextEncoder and TextDecoder.
const encoder = new TextEncoder();
const bytes = (...list) => new Uint8Array(list);
const hex = (s) => Array.from(s, (c) => c.codePointAt(0).toString(16)).join(" ");
for (const s of ["", "abc", "é€😀", "a\ud800b", "\udc00", undefined, null, 12]) show("encode " + escape(s), () => encoder.encode(s));
show("encode nothing", () => encoder.encode());
show("encoding", () => encoder.encoding);
show("encodeInto", () => {
  const to = new Uint8Array(5);
  return [encoder.encodeInto("a€😀", to), to];
});
show("encodeInto fits", () => encoder.encodeInto("😀x", new Uint8Array(10)));
show("encodeInto part of a buffer", () => {
  const all = new Uint8Array(6);
  return [encoder.encodeInto("abcdef", all.subarray(2, 4)), all];
});
show("encodeInto wrong", () => encoder.encodeInto("a", "b"));
show("encodeInto wrong", () => encoder.encodeInto(1, bytes(1)));
const utf8 = [
  [], [0x61, 0xe2, 0x82, 0xac], [0xff], [0xc3], [0xe2, 0x82], [0xe2, 0x82, 0x41], [0xf0, 0x9f, 0x98], [0xf0, 0x9f, 0x98, 0x80],
  [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe0, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80, 0x80], [0xef, 0xbb, 0xbf, 0x61],
  [0xef, 0xbb, 0xbf], [0x61, 0xef, 0xbb, 0xbf], [0xf0, 0x80, 0x41], [0xe1, 0xa0, 0xc0], [0xfe, 0xfe, 0xff],
];
for (const list of utf8) {
  show("decode " + list, () => hex(new TextDecoder().decode(bytes(...list))));
  show("fatal", () => hex(new TextDecoder("utf-8", { fatal: true }).decode(bytes(...list))));
}
show("ignoreBOM", () => hex(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes(0xef, 0xbb, 0xbf, 0x61))));
show("stream", () => {
  const decoder = new TextDecoder();
  const out = [];
  for (const b of [0x61, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xc3]) out.push(hex(decoder.decode(bytes(b), { stream: true })));
  out.push(hex(decoder.decode()));
  out.push(hex(decoder.decode(bytes(0x62))));
  return out;
});
show("stream and byte order mark", () => {
  const decoder = new TextDecoder();
  return [[0xef], [0xbb], [0xbf, 0x61], [0xef, 0xbb, 0xbf]].map((b) => hex(decoder.decode(bytes(...b), { stream: true })));
});
show("utf-16le", () => hex(new TextDecoder("utf-16le").decode(bytes(0x61, 0, 0x3d, 0xd8, 0, 0xde, 0xac, 0x20))));
show("utf-16le with mark", () => hex(new TextDecoder("utf-16").decode(bytes(0xff, 0xfe, 0x61, 0))));
show("utf-16le lone", () => hex(new TextDecoder("utf-16le").decode(bytes(0x3d, 0xd8, 0x61, 0))));
show("utf-16le odd", () => hex(new TextDecoder("utf-16le").decode(bytes(0x61, 0, 0x62))));
show("utf-16le stream", () => {
  const decoder = new TextDecoder("utf-16le");
  return [[0x61], [0, 0x3d], [0xd8, 0], [0xde]].map((b) => hex(decoder.decode(bytes(...b), { stream: true })));
});
show("utf-16be", () => hex(new TextDecoder("utf-16be").decode(bytes(0, 0x61, 0x20, 0xac))));
show("latin1", () => hex(new TextDecoder("latin1").decode(bytes(0x61, 0xe9, 0xff))));
for (const label of ["utf8", "UTF-8", " utf-8 ", "latin1", "iso-8859-1", "ascii", "utf-16", "ucs-2", "utf-16be"]) {
  show("label " + label, () => new TextDecoder(label).encoding);
}
show("label nonsense", () => new TextDecoder("nonsense"));
show("properties", () => {
  const decoder = new TextDecoder("utf-8", { fatal: 1 });
  return [decoder.fatal, decoder.ignoreBOM, decoder.encoding];
});
show("sources", () => {
  const buffer = bytes(0x61, 0x62, 0x63, 0x64).buffer;
  const decoder = new TextDecoder();
  return [decoder.decode(buffer), decoder.decode(new DataView(buffer, 1, 2)), decoder.decode(new Uint16Array(buffer)), decoder.decode(new Uint8Array(buffer, 3))];
});
show("wrong source", () => new TextDecoder().decode("text"));
