// Pins: indexOf, lastIndexOf and includes of Buffer: positions, encodings, units of UTF-16, other receivers
const t = (n, f) => {
  try {
    const r = f();
    console.log(n, r instanceof Uint8Array ? Buffer.from(r).toString("hex") : r);
  } catch (e) {
    console.log(n, "throws", e.name, "|", e.message, "|", e.code);
  }
};
const B = Buffer;
const h = B.from("abcabc");
for (const v of ["bc", "", 353, 97.9, new Uint8Array([98])]) for (const from of [undefined, null, 1, -1, -100, 6, 8, NaN, {}, [], "2", 1.9, true, -Infinity]) {
  t(`${String(v)} from ${JSON.stringify(from)}`, () => [h.indexOf(v, from), h.lastIndexOf(v, from), h.includes(v, from)].join());
}
for (const v of [null,undefined,{},[],true,Symbol.iterator,1n]) t("idx "+String(v),()=>B.from("abc").indexOf(v));
const u=B.from("aabbaabb","ucs2"); for (const v of ["a","ab","ba","","bbb",B.from("a","ucs2"),"\u6100"]) for (const o of [undefined, 1, 3, 4, -1, -5, NaN]) t(`units ${v} from ${o}`, () => [u.indexOf(v, o, "ucs2"), u.lastIndexOf(v, o, "utf16le"), u.indexOf(v, o)].join());
t("idx odd",()=>B.from([0x61,0x61,0,0x62,0,0x61,0]).indexOf("a",1,"ucs2"));
t("lidx odd",()=>B.from([0x61,0x61,0,0x62,0,0x61,0]).lastIndexOf("a",undefined,"ucs2"));
t("lidx odd2",()=>B.from([0x61,0,0x61,0,0x62]).lastIndexOf("a",3,"ucs2"));
t("idx bad enc",()=>B.from("abc").indexOf("a",0,"bad"));
t("idx bad enc num",()=>B.from("abc").indexOf(97,0,"bad"));
t("idx enc as off",()=>B.from("abc").indexOf("62","hex"));
t("idx hex",()=>B.from("abc").indexOf("6263",0,"hex"));
t("idx b64",()=>B.from("abc").indexOf("Yg==",0,"base64"));
t("one ucs2",()=>B.from("a").indexOf("a",0,"ucs2"));
t("setproto",()=>{const u=new Uint8Array([97,98]);Object.setPrototypeOf(u,B.prototype);return [u.indexOf("b"),u.lastIndexOf("a"),u.includes(97),u.fill("z").toString()].join()});
