// Pins: URL and URLSearchParams: what for-in lists, iterators, halves of characters, many names, URLs of blobs
const keys=o=>{const l=[];for(const k in o)l.push(k);return l.join()};
console.log(keys(new URL("http://a"))); console.log(keys(new URLSearchParams("a=b"))); console.log(keys(new TextEncoder()),"|",keys(new TextDecoder())); console.log(Object.keys(URL).join(), Object.getOwnPropertyNames(URLSearchParams.prototype).join());
const p=new URLSearchParams("a=b&c=d&a=e"); const it=p.entries(); console.log(it, p.keys(), p.values(), Object.prototype.toString.call(it), typeof it[Symbol.iterator], it[Symbol.iterator]()===it, it.next(), it); console.log(Object.getOwnPropertyNames(Object.getPrototypeOf(it)), Object.getPrototypeOf(Object.getPrototypeOf(it))===Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
try{it.next.call({})}catch(e){console.log(e.name,e.code,e.message)}
console.log(new URLSearchParams("a=b").entries().toString(), [...p.keys()], JSON.stringify([...new URLSearchParams()]), new URLSearchParams().keys());
const q=new URLSearchParams([["a\ud800","\udc00b"]]); console.log(escape([...q][0].join()), q.has("a\ufffd"), q.has("a\ud800"), q.get("a\ud801")===null?"null":escape(q.get("a\ud801"))); q.append("\ud800","x"); q.set("\ud800","y"); q.delete("a\udfff"); console.log(q.toString(), q.size);
console.log(new URLSearchParams({"x\ud800":"y"}).toString(), escape(new URLSearchParams("a=\ud800").get("a")));
const r=new URLSearchParams("a=1&b=2&a=3&a=1"); console.log(r.has("a","3"),r.has("a","4"),r.has("b",undefined)); r.delete("a","1"); console.log(r+""); r.set("b",9); r.append("b",10); r.set("b",11); console.log(r+"",r.getAll("a"),r.getAll("zz")); r.delete("nope"); console.log(r.size);
const live=new URLSearchParams("a=1"); for (const [k] of live) { if (live.size<4) live.append("n"+live.size,1); } console.log(live+"");
const u=new URL("http://h/?a=1&b=2"); u.searchParams.delete("a"); console.log(u.href); u.searchParams.delete("b"); console.log(u.href);
import {resolveObjectURL} from "node:buffer";
const id=URL.createObjectURL(new Blob(["abc"],{type:"x/y"})); console.log(id.replace(/[0-9a-f-]{36}/,"ID"), await resolveObjectURL(id).text(), resolveObjectURL(id)); URL.revokeObjectURL(id); console.log(resolveObjectURL(id), resolveObjectURL("zz"), resolveObjectURL(5));
for (const f of [()=>URL.createObjectURL(5),()=>URL.revokeObjectURL(),()=>URL.createObjectURL(),()=>URL.revokeObjectURL("zz")]) try{console.log(f())}catch(e){console.log(e.name,e.code,e.message)}
const many = new URLSearchParams();
for (let i = 0; i < 3000; i++) many.append(`k${i}`, "v");
let found = 0;
for (let i = 0; i < 3000; i++) found += many.has(`k${i}`) ? 1 : 0;
for (let i = 0; i < 3000; i++) many.delete(`k${i}`);
console.log(found, many.size);
