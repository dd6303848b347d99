// Pins: uuid and nanoid: ids of the right form, never twice
import { nanoid, customAlphabet, urlAlphabet } from "nanoid";
import { v1, v3, v4, v5, v6, v7, validate, version, parse, stringify, NIL } from "uuid";
console.log(nanoid().length, nanoid(7).length, new Set(Array.from({ length: 100 }, () => nanoid())).size, urlAlphabet.length);
console.log(/^[abc]{12}$/.test(customAlphabet("abc", 12)()));
const DNS = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
console.log(v5("example.com", DNS).length, v5("example.com", DNS) === v5("example.com", DNS), v3("example.com", DNS) === v3("example.org", DNS));
for (const make of [v1, v4, v6, v7]) { const id = make(); console.log(validate(id), version(id), stringify(parse(id)) === id); }
console.log(validate("nope"), validate(NIL), v7() < v7());
