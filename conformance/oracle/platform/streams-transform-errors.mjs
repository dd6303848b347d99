// Pins: what TransformStream, its controllers, the text streams and strategies refuse, and how they print
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code);
  }
};
let c;
const mk = (o, s) => new ReadableStream({ start(x) { c = x; }, ...o }, s);
await t(80,()=>new TransformStream());
await t(81,()=>new TransformStream({readableType:1}));
await t(82,()=>new TransformStream({writableType:1}));
await t(84,async()=>{const x=new TransformStream({transform(){throw new Error("tr")}});const w=x.writable.getWriter();w.write(1).catch(e=>console.log("w",e.message));return x.readable.getReader().read()});
await t(85,async()=>{const x=new TransformStream({transform(k,c){c.terminate()}});const w=x.writable.getWriter();w.write(1).catch(e=>console.log("w",e.message));await x.readable.getReader().read();return w.write(2)});
await t(86,()=>new TransformStreamDefaultController());
await t(90,()=>new TextDecoderStream());
await t(91,()=>new TextEncoderStream());
await t(92,()=>new CountQueuingStrategy());
await t(93,()=>new CountQueuingStrategy({}));
await t(94,()=>new CountQueuingStrategy({highWaterMark:2}));
await t(95,()=>new ByteLengthQueuingStrategy({highWaterMark:2}).size({byteLength:7}));
await t(96,()=>new CountQueuingStrategy({highWaterMark:2}).size());
await t(97,()=>new TextDecoderStream("nope"));
