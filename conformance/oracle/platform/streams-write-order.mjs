// Pins: when writes, ready, closed and abort of a WritableStream settle, counted in microtasks
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
await run("writer",async()=>{const w=new WritableStream({write(x){log.push("w"+x)},close(){log.push("close")}}).getWriter();w.ready.then(()=>log.push("ready"));w.write(1).then(()=>log.push("wrote1"));w.ready.then(()=>log.push("ready2"));w.write(2).then(()=>log.push("wrote2"));await w.close();log.push("closed")});
await run("abort writer",async()=>{const w=new WritableStream({write(){return new Promise(r=>setTimeout(r,0))},abort(r){log.push("abort"+r)}}).getWriter();w.write(1).then(()=>log.push("w1"),e=>log.push("e1"));w.write(2).catch(e=>log.push("e2"+e));w.closed.catch(e=>log.push("c"+e));await w.abort("z");log.push("done")});
