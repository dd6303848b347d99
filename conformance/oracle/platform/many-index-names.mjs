// Pins: the order of names that are indexes, of objects with many of them
const mk = (n, step = 7919) => { const o = { z: 1 }; for (let i = 0; i < n; i++) o[(i * step) % 2000003] = i; o.a = 2; o["-1"] = 3; o["01"] = 4; o["4294967295"] = 5; o["4294967294"] = 6; return o; };
const sum = (list) => list.length + " " + list.slice(0, 5) + " " + list.slice(-6) + " " + list.reduce((h, k) => (h * 31 + Number(k.length) + k.charCodeAt(0) * (k.charCodeAt(1) || 1)) % 1000003, 7);
for (const n of [10, 600, 1500, 12000]) {
  for (const f of [(o) => Object.keys(o), (o) => Object.keys(JSON.parse(JSON.stringify(o))), (o) => Object.keys({ ...o }), (o) => { const l = []; for (const k in o) l.push(k); return l; }, Reflect.ownKeys, (o) => { const { a, ...r } = o; return Object.keys(r); }, (o) => Object.keys(Object.assign({}, o)), (o) => Object.keys(structuredClone(o)), (o) => Object.keys(new Proxy(o, {})), (o) => Object.entries(o).map((e) => e[0])]) {
    const o = mk(n);
    console.log(sum(f(o)));
    delete o[7919]; o[1] = 0; o.more = 1; o[3] = 1; for (let i = 0; i < 700; i++) o[3000000 - i * 3] = 1; o.last = 1;
    console.log(sum(Object.keys(o)));
    for (const k in o) { if (k === "3") { delete o.last; for (let i = 0; i < 700; i++) o["n" + i] = 1; o[2] = 5; } }
    console.log(sum(Object.keys(o)));
  }
}
