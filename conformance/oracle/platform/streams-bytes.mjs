// Pins: byte streams with default readers, the brand checks and the property names of streams
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code);
  }
};
let c;
const mk = (o, s) => new ReadableStream({ start(x) { c = x; }, ...o }, s);
await t(100,()=>{let k;new ReadableStream({type:"bytes",start(c){k=c}});return k});
await t(101,()=>{let k;new ReadableStream({type:"bytes",start(c){k=c}});k.enqueue("x")});
await t(102,()=>{let k;new ReadableStream({type:"bytes",start(c){k=c}});k.enqueue(new Uint8Array(0))});
await t(103,()=>{let k;new ReadableStream({type:"bytes",start(c){k=c}});return [k.desiredSize,k.byobRequest]});
await t(104,async()=>{let k;const s=new ReadableStream({type:"bytes",start(c){k=c}});k.enqueue(new Uint16Array([1,2]));k.close();return await s.getReader().read()});
await t(105,()=>new ReadableStream({type:"bytes"},{size(){}}));
await t(110,()=>ReadableStream.prototype.getReader.call({}));
await t(111,()=>ReadableStream.prototype.cancel.call({}));
await t(112,()=>Object.prototype.toString.call(mk()));
await t(113,()=>WritableStream.prototype.getWriter.call({}));
await t(114,()=>ReadableStream.length+","+WritableStream.length+","+TransformStream.length);
await t(115,()=>Object.getOwnPropertyNames(ReadableStream.prototype));
await t(116,()=>Object.keys(mk()));
await t(118,async()=>{const [a,b]=mk({pull(c){c.enqueue({})}},{highWaterMark:0}).tee();const x=await a.getReader().read(),y=await b.getReader().read();return x.value===y.value});
