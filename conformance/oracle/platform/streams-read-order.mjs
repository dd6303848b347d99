// Pins: when reads, pulls, iteration and errors of a ReadableStream settle, counted in microtasks
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
await run("read queued",async()=>{const r=new ReadableStream({start(c){c.enqueue(1);c.enqueue(2);c.close()}}).getReader();log.push((await r.read()).value);log.push((await r.read()).value);log.push((await r.read()).done);});
await run("pull",async()=>{let i=0;const r=new ReadableStream({pull(c){log.push("pull"+i);if(i++==3)c.close();else c.enqueue(i)}}).getReader();for(;;){const x=await r.read();if(x.done)break;log.push(x.value)}});
await run("pull async hwm0",async()=>{let i=0;const r=new ReadableStream({async pull(c){log.push("pull"+i);await null;if(i++==3)c.close();else c.enqueue(i)}},{highWaterMark:0}).getReader();for(;;){const x=await r.read();if(x.done)break;log.push(x.value)}});
await run("iterate",async()=>{let i=0;const s=new ReadableStream({pull(c){log.push("pull"+i);if(i++==3)c.close();else c.enqueue(i)}});for await(const x of s)log.push(x)});
await run("from",async()=>{const s=ReadableStream.from(["a","b"]);for await(const x of s)log.push(x)});
await run("cancel",async()=>{const s=new ReadableStream({cancel(r){log.push("cancel "+r)}});await s.cancel("q");log.push("done")});
await run("iter break",async()=>{let i=0;const s=new ReadableStream({pull(c){c.enqueue(i++)},cancel(){log.push("cancel")}});for await(const x of s){log.push(x);if(x==2)break}log.push("out")});
await run("error",async()=>{let i=0;const s=new ReadableStream({pull(c){if(i++==1)c.error(new Error("e"));else c.enqueue(i)}});try{for await(const x of s)log.push(x)}catch(e){log.push(e.message)}});
