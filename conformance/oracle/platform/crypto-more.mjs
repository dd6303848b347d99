// Pins: hashes beside the usual ones, outputLength, the modes CFB and OFB and triple DES, privateEncrypt, timingSafeEqual of ArrayBuffers, the part of randomFill
import crypto from 'node:crypto';
const T=(n,f)=>{try{console.log(n,f())}catch(e){console.log(n,e.name,e.code,e.message)}};
for(const [h,o] of [['shake256',{outputLength:8}],['shake128',{outputLength:0}],['shake128',{outputLength:40}],['sha256',{outputLength:5}],['sha256',{outputLength:32}],['shake256',{outputLength:-1}],['shake256',{outputLength:'8'}],['sha3-256',{outputLength:1.5}],['blake2b512',{outputLength:16}],['blake2s256',{outputLength:32}]])T(h+JSON.stringify(o),()=>crypto.createHash(h,o).update('a').digest('base64'));
for(const h of ['ripemd160','rmd160','ripemd','RSA-RIPEMD160','sha3-224','sha3-256','sha3-384','sha3-512','shake128','shake256','blake2b512','blake2s256','BLAKE2b512','md5-sha1','RSA-SHA3-256','RSA-SHA512/256','sha512-224'])T(h,()=>[crypto.createHash(h).update('a').digest('base64'),crypto.createHash(h).update('a').copy().update('b').digest('base64')]);
for(const h of ['ripemd160','sha3-256','blake2b512','md5-sha1'])T('hmac '+h,()=>crypto.createHmac(h,'k').update('a').digest('base64'));
T('obj',()=>crypto.createHash({}));T('num',()=>crypto.createHash(5));T('none',()=>crypto.createHash('nope'));T('nohmac',()=>crypto.createHmac('nope','k'));
T('copy o',()=>crypto.createHash('shake128').update('a').copy({outputLength:4}).digest('base64'));
T('tse',()=>[crypto.timingSafeEqual(new ArrayBuffer(2),new ArrayBuffer(2)),crypto.timingSafeEqual(new Uint8Array([1]),new Uint8Array([2]).buffer)]);T('tse',()=>crypto.timingSafeEqual('a','b'));T('tse',()=>crypto.timingSafeEqual(new ArrayBuffer(2),new ArrayBuffer(3)));
T('infos',()=>JSON.stringify(['aes-128-cfb','aes-192-cfb','aes-256-cfb','aes-256-cfb8','aes-256-ofb','des-ede3-cbc','des-ede3','des3','AES-256-OFB'].map(c=>crypto.getCipherInfo(c))));
for(const [c,k,i] of [['aes-128-cfb',16,16],['aes-256-cfb',32,16],['aes-256-cfb8',32,16],['aes-192-ofb',24,16],['des-ede3-cbc',24,8],['des3',24,8],['des-ede3',24,0],['des-ede3-cbc',24,7],['des-ede3-cbc',16,8],['aes-256-ofb',32,12],['nope',1,1]])T(c,()=>{const K=Buffer.alloc(k,'key-of-it'),I=i?Buffer.alloc(i,3):null;const e=crypto.createCipheriv(c,K,I);const x=Buffer.concat([e.update('hello '),e.update('world, hello world!'),e.final()]);const d=crypto.createDecipheriv(c,K,I);return [x.toString('base64'),d.update(x,undefined,'utf8')+d.final('utf8')]});
const {privateKey,publicKey}=crypto.generateKeyPairSync('rsa',{modulusLength:1024});
T('pe',()=>crypto.publicDecrypt(publicKey,crypto.privateEncrypt(privateKey,Buffer.from('hi'))).toString());
T('pd priv',()=>crypto.publicDecrypt(privateKey,crypto.privateEncrypt(privateKey,Buffer.from('hi'))).toString());
T('pe pub',()=>crypto.privateEncrypt(publicKey,Buffer.from('hi')));
T('pe long',()=>crypto.privateEncrypt(privateKey,Buffer.alloc(200)));
T('pd bad',()=>crypto.publicDecrypt(publicKey,Buffer.alloc(128)));
T('pd short',()=>crypto.publicDecrypt(publicKey,Buffer.alloc(5)));
for (const [offset, size] of [[60], [0, 4], [4, 4], [64], [0, 64]]) {
  const filled = crypto.randomFillSync(Buffer.alloc(64), offset, size), end = size === undefined ? 64 : offset + size;
  console.log(filled.every((byte, i) => (i >= offset && i < end) || byte === 0), await new Promise((done) => crypto.randomFill(Buffer.alloc(64), offset, ...(size === undefined ? [] : [size]), (error, bytes) => done(bytes.every((byte, i) => (i >= offset && i < end) || byte === 0)))));
}
const words = crypto.randomFillSync(new Uint32Array(32), 30, 2);
console.log(words.subarray(0, 30).every((word) => word === 0), words.some((word) => word !== 0));
T('fill', () => crypto.randomFillSync('x'));T('fill', () => crypto.randomFillSync(Buffer.alloc(4), 9));T('fill', () => crypto.randomFillSync(Buffer.alloc(4), 2, 4));T('fill', () => crypto.randomFillSync(Buffer.alloc(4), 'x'));T('fill', () => crypto.randomFill(Buffer.alloc(4)));
