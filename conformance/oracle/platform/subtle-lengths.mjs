// Pins: lengths of keys of crypto.subtle, and timers that are disposed of
const t=async(n,f)=>{try{const r=await f();console.log(n,typeof r==="string"?r:JSON.stringify(r))}catch(e){console.log(n,"threw",e?.name,e?.code,String(e?.message))}};
const S=crypto.subtle; const hex=b=>Buffer.from(b).toString("hex");
for (const length of [72,79,73,80,81,0,88,NaN,null,"80"]) await t("import "+length,async()=>{const k=await S.importKey("raw",new Uint8Array(10).fill(255),{name:"HMAC",hash:"SHA-1",length},true,["sign"]);return [k.algorithm.length,hex(await S.exportKey("raw",k)),hex(await S.sign("HMAC",k,new Uint8Array(1))).slice(0,8)]});
for (const length of [0,9,8,-1,2**31,NaN,"16",null]) await t("gen "+length,async()=>{const k=await S.generateKey({name:"HMAC",hash:"SHA-1",length},true,["sign"]);return [k.algorithm.length,(await S.exportKey("raw",k)).byteLength]});
await t("hkdf",async()=>{const k=await S.importKey("raw",new Uint8Array(4),"HKDF",false,["deriveBits"]);return S.deriveBits({name:"HKDF",hash:"SHA-1",salt:new Uint8Array(0),info:new Uint8Array(0)},k,255*20*8+8)});
await t("hkdf ok",async()=>{const k=await S.importKey("raw",new Uint8Array(4),"HKDF",false,["deriveBits"]);return (await S.deriveBits({name:"HKDF",hash:"SHA-1",salt:new Uint8Array(0),info:new Uint8Array(0)},k,255*20*8)).byteLength});
await t("jwk",async()=>{const k=await S.importKey("jwk",{kty:"oct",k:"AAAA"},{name:"HMAC",hash:"SHA-1",length:24},true,["sign"]);return k.algorithm.length});
await t("jwk2",async()=>{const k=await S.importKey("jwk",{kty:"oct",k:"AAAA"},{name:"HMAC",hash:"SHA-1",length:17},true,["sign"]);return k.algorithm.length});
await t("derive",async()=>{const k=await S.importKey("raw",new Uint8Array(4),"HKDF",false,["deriveKey"]);const q=await S.deriveKey({name:"HKDF",hash:"SHA-1",salt:new Uint8Array(0),info:new Uint8Array(0)},k,{name:"HMAC",hash:"SHA-1",length:16},true,["sign"]);return q.algorithm.length});
for (const make of [() => setTimeout(() => console.log("never"), 1), () => setInterval(() => console.log("never"), 1), () => setImmediate(() => console.log("never"))]) {
  const timer = make();
  console.log(typeof timer[Symbol.dispose], timer[Symbol.dispose]());
}
await new Promise((resolve) => setTimeout(resolve, 10));
