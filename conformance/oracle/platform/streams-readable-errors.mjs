// Pins: what ReadableStream, its readers and controllers refuse, and how they print
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code);
  }
};
let c;
const mk = (o, s) => new ReadableStream({ start(x) { c = x; }, ...o }, s);
await t(1,()=>mk());
await t(2,()=>{const r=mk();r.getReader();return r.getReader()});
await t(3,()=>{mk();c.close();c.enqueue(1)});
await t(4,()=>{mk();c.close();c.close()});
await t(5,()=>{mk();c.error(new Error("x"));c.enqueue(1)});
await t(6,()=>{mk();c.error(1);return c.desiredSize});
await t(7,()=>{mk();c.close();return c.desiredSize});
await t(8,()=>new ReadableStream({type:"x"}));
await t(9,()=>new ReadableStream({type:"bytes"}));
await t(10,()=>new ReadableStream({pull:5}));
await t(11,()=>new ReadableStream(null));
await t(12,()=>new ReadableStream({}, {highWaterMark:-1}));
await t(13,()=>new ReadableStream({}, {size:5}));
await t(14,()=>new ReadableStream(5));
await t(15,()=>new ReadableStream({start:5}));
await t(16,()=>mk().getReader({mode:"x"}));
await t(17,()=>mk().getReader({mode:"byob"}));
await t(18,()=>{const s=mk();s.getReader();return s.cancel()});
await t(19,()=>{const s=mk();s.getReader();return s.tee()});
await t(20,()=>{const s=mk();const r=s.getReader();const p=r.read();r.releaseLock();return p});
await t(21,()=>{const s=mk();const r=s.getReader();r.releaseLock();return r.read()});
await t(22,()=>{const s=mk();const r=s.getReader();r.releaseLock();return r.closed});
await t(23,()=>{const s=mk();const r=s.getReader();r.releaseLock();return r.cancel()});
await t(24,()=>mk().getReader());
await t(25,()=>{mk();return c});
await t(26,()=>new ReadableStreamDefaultReader(5));
await t(27,()=>new ReadableStreamDefaultController());
await t(28,()=>mk({}, {size(){return -1}, highWaterMark:1}) && c.enqueue(1));
await t(29,()=>mk({}, {size(){throw new Error("sz")}, highWaterMark:1}) && c.enqueue(1));
await t(30,()=>mk().pipeTo(5));
await t(31,()=>mk().pipeThrough(5));
await t(32,()=>mk().pipeThrough({readable:1,writable:2}));
await t(33,()=>{const s=mk();s.getReader();return s.pipeTo(new WritableStream())});
await t(34,()=>{const w=new WritableStream();w.getWriter();return mk().pipeTo(w)});
await t(35,()=>mk().pipeTo(new WritableStream(),{signal:5}));
await t(36,()=>mk().pipeTo(new WritableStream(),{signal:AbortSignal.abort()}));
await t(37,()=>ReadableStream.from(5));
await t(38,()=>ReadableStream.from("ab"));
await t(39,async()=>{const o=[];for await(const x of ReadableStream.from("ab"))o.push(x);return o});
await t(40,()=>mk().values());
await t(41,()=>mk()[Symbol.asyncIterator]===mk().values);
