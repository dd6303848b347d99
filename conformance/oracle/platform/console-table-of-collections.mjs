// Pins: console.table of maps, sets, lists of texts, mixed rows, nested values, columns that are not there
console.table(new Map([["a",1],["b",{x:1}]])); console.table(new Set([1]));console.table(["p","q"]);console.table([{a:1},5]);console.table([{a:{b:1}}]);console.table([]);console.table(null);console.table([[1,[2]]]); console.table([{a:1}],["a","z"])
console.table([{ a: { x: 1, y: 2, z: 3 }, b: { x: { y: 1 } }, c: [1, 2, 3, 4, 5], d: "text" }, () => 1, null, undefined]);
console.table({ a: 1, b: { x: "wide" } }, ["x"]);
