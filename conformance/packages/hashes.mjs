// Pins: hashids, object-hash, crypto-js, tweetnacl
import Hashids from "hashids";
import hash from "object-hash";
import CryptoJS from "crypto-js";
import nacl from "tweetnacl";

{
console.log(new Hashids("salt", 8).encode(1, 2, 3), hash({ a: 1, b: [new Date(0), /x/, null] }), CryptoJS.SHA256("x").toString(), CryptoJS.AES.decrypt(CryptoJS.AES.encrypt("hi", "k").toString(), "k").toString(CryptoJS.enc.Utf8), CryptoJS.HmacSHA512("m", "k").toString().slice(0, 20));
const kp = nacl.sign.keyPair.fromSeed(new Uint8Array(32));
console.log(Buffer.from(nacl.sign.detached(new Uint8Array([1]), kp.secretKey)).toString("hex").slice(0, 20), nacl.box.keyPair().publicKey.length);
}
