// Pins: node:crypto: ciphers that authenticate: lengths of tags, states, ChaCha20-Poly1305
import crypto from "node:crypto";
const t=(n,f)=>{try{console.log(n,f())}catch(e){console.log(n,"throws",e.name,e.code,e.message)}};
for(const n of [1,3,7,8,16,100])t("iv "+n,()=>{const c=crypto.createCipheriv("aes-128-gcm",Buffer.alloc(16),Buffer.alloc(n));return c.update("a","utf8","hex")+c.final("hex")});
for(const n of [0,3,4,5,8,12,16,17])t("tag "+n,()=>{const d=crypto.createDecipheriv("aes-128-gcm",Buffer.alloc(16),Buffer.alloc(12));d.setAuthTag(Buffer.alloc(n));return "ok"});
for(const n of [3,4,8,16])t("authTagLength "+n,()=>{const d=crypto.createCipheriv("aes-128-gcm",Buffer.alloc(16),Buffer.alloc(12),{authTagLength:n});return "ok"});
t("twice",()=>{const d=crypto.createDecipheriv("aes-128-gcm",Buffer.alloc(16),Buffer.alloc(12));d.setAuthTag(Buffer.alloc(16));d.setAuthTag(Buffer.alloc(16))});
t("tag before",()=>crypto.createCipheriv("aes-128-gcm",Buffer.alloc(16),Buffer.alloc(12)).getAuthTag());
t("cbc tag",()=>{const c=crypto.createCipheriv("aes-128-cbc",Buffer.alloc(16),Buffer.alloc(16));c.final();return c.getAuthTag()});
t("cbc aad",()=>crypto.createCipheriv("aes-128-cbc",Buffer.alloc(16),Buffer.alloc(16)).setAAD(Buffer.alloc(1)));
t("update after final",()=>{const c=crypto.createCipheriv("aes-128-cbc",Buffer.alloc(16),Buffer.alloc(16));c.final();return c.update("a")});
t("type",()=>crypto.createCipheriv(7,Buffer.alloc(16),Buffer.alloc(16)));
for (const n of [4, 8, 12, 15, 16]) t("short tag " + n, () => { const c = crypto.createCipheriv("aes-192-gcm", Buffer.alloc(24, 7), Buffer.alloc(12, 1), { authTagLength: n }); c.setAAD(Buffer.from("x")); const e = Buffer.concat([c.update("hello"), c.final()]); const d = crypto.createDecipheriv("aes-192-gcm", Buffer.alloc(24, 7), Buffer.alloc(12, 1), { authTagLength: n }); d.setAAD(Buffer.from("x")); d.setAuthTag(c.getAuthTag()); return e.toString("hex") + c.getAuthTag().toString("hex") + d.update(e, undefined, "utf8") + d.final("utf8"); });
t("short tag wrong", () => { const d = crypto.createDecipheriv("aes-192-gcm", Buffer.alloc(24, 7), Buffer.alloc(12, 1)); d.setAuthTag(Buffer.alloc(8, 3)); d.update("aa", "hex"); return d.final("hex"); });
t("tag length wrong", () => { const d = crypto.createDecipheriv("aes-192-gcm", Buffer.alloc(24, 7), Buffer.alloc(12, 1), { authTagLength: 12 }); d.setAuthTag(Buffer.alloc(8, 3)); });
t("chacha back", () => { const d = crypto.createDecipheriv("chacha20-poly1305", Buffer.alloc(32, 1), Buffer.alloc(12, 2), { authTagLength: 16 }); d.setAAD(Buffer.from("a"), { plaintextLength: 5 }); d.setAuthTag(Buffer.from("c15c5310744bb5b52058749621a3c8f2", "hex")); return d.update("8e799e42e2", "hex", "utf8") + d.final("utf8"); });
t("chacha wrong", () => { const d = crypto.createDecipheriv("chacha20-poly1305", Buffer.alloc(32, 1), Buffer.alloc(12, 2), { authTagLength: 16 }); d.setAuthTag(Buffer.alloc(16)); d.update("8e799e42e2", "hex", "utf8"); return d.final("utf8"); });
t("chacha key", () => crypto.createCipheriv("chacha20-poly1305", Buffer.alloc(31), Buffer.alloc(12), { authTagLength: 16 }));
t("info", () => [crypto.getCipherInfo("aes-256-gcm"), crypto.getCipherInfo("chacha20-poly1305")]);
