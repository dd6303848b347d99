// StringDecoder as older packages use it: called with an object of their own.
import { StringDecoder } from "node:string_decoder";

function Own(encoding) {
  StringDecoder.call(this, encoding);
}
Own.prototype = StringDecoder.prototype;
const own = new Own("utf8");
console.log(own.write(Buffer.from([0xe2, 0x82])) === "", own.write(Buffer.from([0xac])), own.end(Buffer.from([0xe2])), own.encoding);
console.log(own instanceof StringDecoder, StringDecoder.name, StringDecoder.length <= 1);
class Derived extends StringDecoder {}
const d = new Derived("base64");
console.log(d.write(Buffer.from("ab")), d.write(Buffer.from("cd")), d.end(), d.encoding);
try {
  new StringDecoder("nope");
} catch (error) {
  console.log(error.code, error.message);
}
