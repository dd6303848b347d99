// util.types distinguishes ArrayBuffer and SharedArrayBuffer, whatever the prototype says.
import { types } from "node:util";

const shared = new SharedArrayBuffer(8);
class Mine extends SharedArrayBuffer {}
const foreign = Object.setPrototypeOf(new ArrayBuffer(2), SharedArrayBuffer.prototype);
const values = { shared, mine: new Mine(2), plain: new ArrayBuffer(2), foreign, object: Object.create(SharedArrayBuffer.prototype), text: "text", none: null };
for (const [name, v] of Object.entries(values)) console.log(name, types.isSharedArrayBuffer(v), types.isArrayBuffer(v), types.isAnyArrayBuffer(v));
