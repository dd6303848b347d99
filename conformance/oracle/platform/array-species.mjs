// Pins: splice and others of arrays whose species changes the array, or is the array itself
const T = (n, f) => { try { console.log(n, JSON.stringify(f())); } catch (e) { console.log(n, e.constructor.name, e.message); } };
T(1, () => { const a = [1, 2, 3]; return [a.splice({ valueOf() { a.length = 0; return 2; } }, 1), a]; });
T(2, () => { const a = [1, 2, 3]; return [a.splice(0, { valueOf() { a.length = 0; return 2; } }), a]; });
T(3, () => { const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { a.length = 0; return []; } }; return [a.splice(1, 2), a]; });
T(4, () => { const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { return a; } }; const r = a.splice(0, 1); return [r === a, r.length, a]; });
T(5, () => { const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { return a; } }; const r = a.splice(1, 1, 7, 8, 9); return [r === a, r.length]; });
T(7, () => { const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { return a; } }; return [a.map((x) => x * 2), a]; });
T(10, () => { const a = [1, [2], 3]; a.constructor = { [Symbol.species]: function () { return a; } }; return [a.flat(), a.flatMap((x) => [x, x]).length]; });
class S extends Array {}
T(11, () => { const s = S.from([1, 2, 3]); const r = s.splice(1, 1, 9, 9); return [r instanceof S, r, s]; });
T(12, () => { const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { a.push(4, 5); return []; } }; return [a.splice(1, 1), a]; });
T(13, () => { const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { Object.defineProperty(a, 1, { get() { return "g"; } }); return []; } }; return [a.splice(0, 2), a]; });
T(15, () => { const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { return Object.freeze([]); } }; return a.splice(0, 1); });
T(16, () => { const a = [1, 2, 3, 4]; a.constructor = undefined; return [a.splice(1, 2), a]; });
T(17, () => { const a = [1, 2, 3, 4]; a.constructor = { [Symbol.species]: function (n) { return { n }; } }; return [a.splice(1, 2), a]; });
T(20, () => { const a = [1, 2, 3, 4, 5]; return [a.copyWithin(0, { valueOf() { a.length = 2; return 3; } }), a]; });
T(21, () => { const a = [1, 2, 3]; return [a.unshift.call(a, ...[4]), a.lastIndexOf(3, { valueOf() { a.length = 0; return 2; } }), a.includes(undefined, { valueOf() { a.length = 0; return 0; } })]; });
