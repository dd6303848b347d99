// Pins: break and continue in statements that a constant test leaves out change nothing around them
const out = [];
for (const v of [7, 8, 9]) {
  out.push(v);
  if (false) { try { out.push("t"); } catch {} out.push("x"); break; }
  out.push(-v);
}
outer: for (let i = 0; i < 3; i++) {
  {
    const q = i, h = () => q;
    out.push(h());
    while (false) { out.push("w"); continue outer; }
    for (; 0; ) { break outer; }
    if (!1 && out) continue outer;
    else out.push("e");
  }
  if (true) out.push("t");
  else break outer;
  switch (i) { case 1: if (null) break outer; out.push("s"); break; default: if ("") continue outer; }
}
do { out.push("d"); if ("") break; } while (false);
for (let i = 0; ; ) { if (i++ > 2) break; if (1 > 2) continue; out.push(i); }
console.log(out.join());
const text = 'const o = []; for (const v of [1, 2]) { o.push(v); if (false) { try {} catch {} o.push("x"); break; } while (0) { continue; } o.push(-v); } return o.join();';
console.log(new Function(text)(), new Function("a", "b = (() => {" + text + "})()", "return b + a")("!"), (0, eval)(`(() => {${text}})()`));
