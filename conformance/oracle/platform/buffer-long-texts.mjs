// Pins: the text of long buffers, valid or not
const long = (bytes) => Buffer.concat([Buffer.alloc(1), Buffer.alloc(2 ** 21, Buffer.from(bytes))]);
for (const bytes of [[0xc3, 0xa9], [0xf0, 0x9f, 0x98, 0x80], [0xe2, 0x82, 0xac, 0x41], [0x80], [0xf0, 0x9f, 0x98], [0xff, 0xc3], [0xe2, 0x82, 0x80, 0x80, 0x80, 0x80, 0x80]]) {
  const text = long(bytes).toString();
  let sum = 0;
  for (let i = 2 ** 20 - 70; i < 2 ** 20 + 70; i++) sum = (sum * 31 + text.charCodeAt(i % text.length)) | 0;
  console.log(text.length, sum, text.slice(-3), Buffer.from(text).length);
}
