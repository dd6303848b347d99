// Pins: when pipeTo, pipeThrough and transforms move chunks on, counted in microtasks
const log = [];
const tick = (n) => { let p = Promise.resolve(); for (let i = 1; i <= n; i++) p = p.then(() => log.push("t" + i)); return p; };
async function run(name, f) {
  log.length = 0;
  const done = f();
  const ticks = tick(30);
  await done;
  await ticks;
  await new Promise((r) => setTimeout(r, 1));
  console.log(name, log.join(" "));
}
await run("pipe",async()=>{let i=0;await new ReadableStream({pull(c){log.push("pull"+i);if(i++==3)c.close();else c.enqueue(i)}}).pipeTo(new WritableStream({write(x){log.push("w"+x)},close(){log.push("closed")}}));log.push("done")});
await run("pipe async",async()=>{let i=0;await new ReadableStream({async pull(c){log.push("pull"+i);await null;if(i++==3)c.close();else c.enqueue(i)}}).pipeTo(new WritableStream({async write(x){await null;log.push("w"+x)},async close(){await null;log.push("closed")}}));log.push("done")});
await run("transform",async()=>{let i=0;const s=new ReadableStream({pull(c){log.push("pull"+i);if(i++==3)c.close();else c.enqueue(i)}}).pipeThrough(new TransformStream({transform(x,c){log.push("tr"+x);c.enqueue(x*10)},flush(){log.push("flush")}}));for await(const x of s)log.push(x)});
await run("pipe error",async()=>{const s=new ReadableStream({start(c){c.enqueue(1);c.error(new Error("src"))}});await s.pipeTo(new WritableStream({write(x){log.push(x)},abort(e){log.push("ab "+e.message)}})).catch(e=>log.push(e.message))});
await run("pipe dest error",async()=>{const s=new ReadableStream({pull(c){c.enqueue(1)},cancel(e){log.push("can "+e.message)}});await s.pipeTo(new WritableStream({write(x){throw new Error("dst")}})).catch(e=>log.push(e.message))});
await run("pipe signal",async()=>{const ac=new AbortController();const s=new ReadableStream({async pull(c){await new Promise(r=>setTimeout(r,1));c.enqueue(1)},cancel(e){log.push("can "+e.name)}});setTimeout(()=>ac.abort(),20);await s.pipeTo(new WritableStream({abort(e){log.push("ab "+e.name)}}),{signal:ac.signal}).catch(e=>log.push(e.name))});
await run("decoder",async()=>{const s=new ReadableStream({start(c){c.enqueue(new Uint8Array([0xe2,0x82]));c.enqueue(new Uint8Array([0xac,65]));c.close()}}).pipeThrough(new TextDecoderStream());for await(const x of s)log.push(x)});
await run("close waits",async()=>{const t=new TransformStream();const w=t.writable.getWriter();w.write(1);const c=w.close().then(()=>log.push("closed"));const r=t.readable.getReader();log.push((await r.read()).value);log.push((await r.read()).done);await c;});
