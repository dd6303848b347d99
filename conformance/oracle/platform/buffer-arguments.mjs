// Pins: the arguments of concat, write, fill, copy, compare, alloc, from and swap of Buffer, and wrong ones
const t = (n, f) => {
  try {
    const r = f();
    console.log(n, r instanceof Uint8Array ? Buffer.from(r).toString("hex") : r);
  } catch (e) {
    console.log(n, "throws", e.name, "|", e.message, "|", e.code);
  }
};
const B = Buffer;
for (const l of [undefined,null,5,2.5,"2",NaN,-1,Infinity,0]) t("concat "+String(l),()=>B.concat([B.from("abc"),new Uint8Array([1,2])],l));
t("concat list",()=>B.concat("x"));
t("concat none",()=>B.concat([]));
t("concat dv",()=>B.concat([new DataView(new ArrayBuffer(2))]));
t("concat null",()=>B.concat([B.from("a"),null],1));
t("concat arr u8c",()=>B.concat([new Uint8ClampedArray(2)]));
t("concat 0 wrong",()=>B.concat(["x"],0));
for (const a of [["abc",0,2],["abc",1,9],["abc",4],["abc",3],["abc",-1],["abc","1"],["abc",undefined,2],["abc",1.5],["abc",0,1.5],["abc",0,-1],["abc",NaN],["abc",null],["abc",0,null],["abc",0,NaN],["ab","latin1"],["ab",0,"hex"],["ab",0,1,"hex"],["ab","bad"],["ab",1,"bad"],[5],[undefined],["abc",0,undefined,"utf8"],["ééé",0,5],["abc",{}],["abc",0,"2"],["abc",0,undefined,undefined],["\u{1f600}a",0,5],["ab",0,3,"ucs2"],["\u{1f600}","ucs2"],["\u{1f600}",0,3,"ucs2"],["YWJjZA==",0,2,"base64"],["abcdef",0,2,"hex"]]) t("write "+JSON.stringify(a),()=>{const b=B.alloc(5);return b.write(...a)+b.toString("hex")});
for (const a of [[1,0,9],[1,-2],["a",0,9],[1,3,2],[1,1.5],[1,"1"],[1,0,"2"],["a","hex"],["61","hex"],["",1],["abc",1,4],["é"],["é","latin1"],["é",0,"latin1"],["é",0,3,"latin1"],[256.7],[-1],["5"],[null],[undefined],[{}],[[1,2]],[new Uint16Array([257,2])],[new DataView(new ArrayBuffer(2))],[new ArrayBuffer(2)],[Buffer.alloc(0)],[B.from([1,2,3]),1,4],["zz","hex"],["a","bad"],["a",0,5,"bad"],["ab","utf16le"],[1n],[Symbol.iterator],[1,0,5,"bad"],[NaN],[1,NaN],[1,0,NaN],[1,null],[1,0,null],["ab",5],["a",6],[1,0,2.5],["a",0,2,5]]) t("fill "+a.map(String).join(),()=>B.alloc(5,9).fill(...a));
for (const a of [[0],[1],[-1],[0,-1],[0,4],[0,3],[0,0,9],[0,0,-1],[0,2,1],["1"],[1.7],[NaN],[null],[0,1.5],[0,"1"],[0,0,"2"],[9],[Infinity],[0,NaN],[0,0,NaN],[-0.5],[0,-0.5],[0,Infinity],[0,0,Infinity]]) t("copy "+a.map(String),()=>{const d=B.alloc(4);return B.from("abc").copy(d,...a)+d.toString("hex")});
t("copy none",()=>B.from("abc").copy());
t("copy arr",()=>B.from("abc").copy([]));
t("copy dv",()=>B.from("abc").copy(new DataView(new ArrayBuffer(2))));
t("copy u8",()=>B.from("abc").copy(new Uint8Array(2)));
t("copy u8c",()=>{const u=new Uint8ClampedArray(4);return B.from("abc").copy(u)});
for (const a of [[0,9],[-1],[0,3,-1],[0,3,0,9],[1],[3],[9],[0,0],[1,1],["1"],[1.5],[NaN],[null],[0,null],[0,3,"1"],[0,3,5],[2,1],[0,3,2,1],[0,3,0,1.5]]) t("compare "+a.map(String),()=>B.from("abc").compare(B.from("abd"),...a));
t("compare str",()=>B.from("a").compare("a"));
t("cmp 2",()=>B.compare(B.from("a"),"b"));
t("cmp u16",()=>B.compare(new Uint16Array(1),B.from("")));
t("cmp dv",()=>B.compare(new DataView(new ArrayBuffer(1)),B.from("")));
t("equals u16",()=>B.from("a").equals(new Uint16Array(1)));
t("from prim",()=>B.from({[Symbol.toPrimitive](h){return h+"!"}}));
t("from prim num",()=>B.from({[Symbol.toPrimitive]:()=>5}));
t("from valueOf",()=>B.from({valueOf(){return "q"}}));
t("from valueOf arr",()=>B.from({valueOf(){return [1,2]}}));
t("from len str",()=>B.from({length:"2"}));
t("from len nan",()=>B.from({length:NaN}));
t("from buffer prop",()=>B.from({buffer:new ArrayBuffer(2)}));
t("from type buffer",()=>B.from({type:"Buffer",data:"x"}));
t("from enc num",()=>B.from("a",5));
t("from enc bad",()=>B.from("a","bad"));
t("from date",()=>B.from(new Date(0)));
t("from sym",()=>B.from(Symbol("x")));
t("from bool",()=>B.from(true));
t("from len<0",()=>B.from({length:-1}));
t("from iter",()=>B.from(new Set([1])));
t("swap16",()=>B.from([1,2,3,4,5,6,7,8]).swap16());
t("swap32",()=>B.from([1,2,3,4,5,6,7,8]).swap32());
t("swap64",()=>B.from([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]).swap64());
t("swap bad",()=>B.alloc(3).swap64());
t("swap u8",()=>B.prototype.swap16.call(new Uint8Array([1,2])));
t("alloc fill buf",()=>B.alloc(5,B.from("ab")));
t("alloc fill ''",()=>B.alloc(3,""));
t("alloc fill num",()=>B.alloc(3,257));
t("alloc enc bad",()=>B.alloc(3,"a","bad"));
t("alloc enc num",()=>B.alloc(3,"a",5));
t("alloc hex zz",()=>B.alloc(3,"zz","hex"));
t("alloc fill null",()=>B.alloc(3,null));
t("alloc empty buf",()=>B.alloc(3,B.alloc(0)));
t("latin1Write",()=>{const b=B.alloc(4);return b.latin1Write("éa",1)+b.toString("hex")});t("hexWrite",()=>B.alloc(4).hexWrite("abcd",3,1));
for (const e of [null, "", 5, undefined, "bad", ["hex"]]) {
  t(`toString in ${e}`, () => B.from("a").toString(e));
  t(`from in ${e}`, () => B.from("61", e));
  t(`write in ${e}`, () => B.alloc(3).write("61", 0, 3, e));
  t(`fill in ${e}`, () => B.alloc(3).fill("61", 0, 3, e));
  t(`indexOf in ${e}`, () => B.alloc(3).indexOf("61", 0, e));
}
t("an ArrayBuffer, too far", () => B.from(new ArrayBuffer(3), 5));
t("an ArrayBuffer, too long", () => B.from(new ArrayBuffer(3), 1, 5));
t("parts of an ArrayBuffer", () => [B.from(new ArrayBuffer(3), 1).length, B.from(new ArrayBuffer(3), "1", -2).length, B.from(new ArrayBuffer(3), 3).length].join());
console.log(B.alloc(0));
