// Pins: what node:stream says of web streams, and when they end, without a lock
import st, { finished, Readable } from "node:stream";
const s=new ReadableStream({start(c){c.enqueue(1)}});console.log(st.isDisturbed(s),st.isErrored(s),st.isReadable(s));const r=s.getReader();console.log(st.isDisturbed(s));await r.read();console.log(st.isDisturbed(s));
const e=new ReadableStream({start(c){c.error(new Error("x"))}});console.log(st.isErrored(e),st.isReadable(e),st.isDisturbed(e));
const w=new WritableStream();console.log(st.isErrored(w),st.isWritable(w),st.isDisturbed(w), st.isReadable(w), st.isWritable(s));
const a=new ReadableStream({start(c){c.enqueue("a");c.close()}}); finished(a,(err)=>console.log("a ends",err)); console.log(a.locked); for await (const x of a) console.log(x);
finished(a,(err)=>console.log("a ended",err)); finished(e,(err)=>console.log("e",err.message));
finished(w,(err)=>console.log("w ends",err)); const wr=w.getWriter(); await wr.close();
const bad=new WritableStream({write(){throw new Error("no")}}); finished(bad,(err)=>console.log("bad",err.message)); bad.getWriter().write(1).catch(()=>{});
const n = Readable.from(["x"]); console.log(st.isDisturbed(n)); for await (const x of n); console.log(st.isDisturbed(n));
await new Promise(r=>setTimeout(r,20)); await st.promises.finished(a); console.log("done");
const c=new ReadableStream(); finished(c,(err)=>console.log("c",err)); await c.cancel();
