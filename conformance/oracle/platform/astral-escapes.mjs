// Pins: characters beyond the basic plane as escapes in strings, templates and patterns
console.log("x\u{10FFFF}y".length, "\u{10FFFF}".codePointAt(0).toString(16));
const r = /[\u{10000}-\u{10FFFF}]/u; console.log(r.test("😀"));
console.log(`t\u{10FFFF}`.length);
const o = {"\u{10FFFF}": 1}; console.log(Object.keys(o)[0].length);
