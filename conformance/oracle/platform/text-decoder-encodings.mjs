// Pins: TextDecoder decodes the encodings that are older than Unicode, also in chunks
import util from "node:util";

const samples = [
  ["shift_jis", "93fa967b8cea8365834c8358836720caddb6b8"],
  ["euc-jp", "c6fccbdcb8eca5c6a5ada5b9a5c8"],
  ["iso-2022-jp", "1b2442467c4b5c386c1b28426162631b24422546252d253925481b2842"],
  ["gbk", "bcf2cce5d6d0cec4a3acb1e0c2eb"],
  ["gb18030", "bcf2cce5d6d0cec495328236a2e3"],
  ["big5", "c163c5e9a4a4a4e5a141bd73bd58"],
  ["euc-kr", "c7d1b1b9beee20c5d8bdbac6ae"],
  ["windows-1251", "cff0e8e2e5f2"],
  ["koi8-r", "f0d2c9d7c5d4"],
  ["ibm866", "8fe0a8a2a5e2"],
  ["iso-8859-2", "5a61bff3b3e62067eab66cb1206a61bcf1"],
  ["iso-8859-7", "c5ebebe7ede9eadc"],
  ["windows-1254", "de69fe6c6920ddf06e65"],
  ["windows-1256", "e3d1cdc8c7"],
  ["windows-1258", "56696574"],
  ["iso-8859-15", "313020a420bd"],
  ["windows-874", "c0d2c9d2e4b7c2"],
  ["macintosh", "8eb0b9"],
  ["iso-8859-8", "f9ece5ed"],
];
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16));
console.log(util.TextDecoder === TextDecoder);
for (const [name, hex] of samples) {
  const bytes = bytesOf(hex);
  const decoder = new TextDecoder(name, { fatal: true });
  let text = "";
  for (const byte of bytes) text += decoder.decode(Uint8Array.of(byte), { stream: true });
  text += decoder.decode();
  console.log(decoder.encoding, text, new util.TextDecoder(name).decode(bytes) === text, decoder.decode(bytes) === text);
}
for (const label of [" SJIS\n", "x-sjis", "ms_kanji", "cp1251", "x-gbk", "gb2312", "ks_c_5601-1987", "csbig5", "latin2", "l9", "iso-8859-8-i", "logical", "dos-874", "x-mac-cyrillic", "csisolatin5", "iso88599"]) {
  console.log(JSON.stringify(label), new TextDecoder(label).encoding);
}
for (const label of ["replacement", "utf-7", "shift-jis2", "", "x-unknown"]) {
  try {
    console.log(label, new TextDecoder(label).encoding);
  } catch (e) {
    console.log(label, e.name, e.code, e.message);
  }
}
const cut = bytesOf("93fa96");
for (const name of ["shift_jis", "euc-kr", "iso-8859-3"]) {
  const wrong = name === "iso-8859-3" ? Uint8Array.of(0xa5) : cut;
  console.log(JSON.stringify(new TextDecoder(name).decode(wrong)).includes("\ufffd"));
  try {
    new TextDecoder(name, { fatal: true }).decode(wrong);
  } catch (e) {
    console.log(name, e.name, e.code, e.message);
  }
}
console.log(JSON.stringify(new TextDecoder("gb18030").decode(bytesOf("8431953361"))), new TextDecoder("iso-8859-2").decode(Uint8Array.of(0x81, 0x61)) === "\x81a");
const chunks = [];
const stream = new Blob([bytesOf("93fa967b8cea")]).stream().pipeThrough(new TextDecoderStream("shift_jis"));
for await (const chunk of stream) chunks.push(chunk);
console.log(chunks);
