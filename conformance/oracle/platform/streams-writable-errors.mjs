// Pins: what WritableStream, its writers and controllers refuse, and how they print
const t = async (n, f) => {
  try {
    console.log(n, await f());
  } catch (e) {
    console.log(n, "throws", e?.name, "|", e?.message, "|", e?.code);
  }
};
let wc;
const mw = (o, s) => new WritableStream({ start(x) { wc = x; }, ...o }, s);
await t(50,()=>mw());
await t(51,()=>{const w=mw();w.getWriter();return w.getWriter()});
await t(52,()=>mw().getWriter());
await t(54,async()=>{const w=mw().getWriter();await w.close();return w.close()});
await t(55,async()=>{const w=mw().getWriter();w.releaseLock();return w.write(1)});
await t(56,async()=>{const w=mw().getWriter();w.releaseLock();return w.desiredSize});
await t(57,async()=>{const w=mw().getWriter();w.releaseLock();return w.closed});
await t(58,async()=>{const w=mw().getWriter();w.releaseLock();return w.ready});
await t(59,async()=>{const w=mw();w.getWriter();return w.close()});
await t(60,async()=>{const w=mw();w.getWriter();return w.abort()});
await t(61,async()=>{const w=mw().getWriter();w.abort("why");return w.closed});
await t(62,async()=>{const w=mw().getWriter();w.abort();return w.closed});
await t(63,async()=>{const w=mw().getWriter();wc.error(new Error("q"));return w.write(1)});
await t(64,()=>{mw();return wc});
await t(65,()=>new WritableStream({type:1}));
await t(66,()=>new WritableStreamDefaultWriter(1));
await t(67,()=>new WritableStreamDefaultController());
await t(68,()=>{mw();return wc.signal});
await t(69,()=>mw({}, new CountQueuingStrategy({highWaterMark:3})).getWriter().desiredSize);
await t(70,()=>new WritableStream({write:5}));
await t(71,async()=>{const w=mw({write(){throw new Error("bad")}}).getWriter();w.closed.catch(e=>console.log("closed",e.message));return w.write(1)});
