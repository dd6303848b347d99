// Arrays, maps, sets, typed arrays, iterators.

inspect([])

inspect([1])

inspect([1, 2, 3])

inspect([[]])

inspect([{}])

inspect([undefined, null])

inspect([,])

inspect([, ,])

inspect([1, , 3])

inspect([1, , , 4, ,])

inspect([, 'a', , 'b'])

inspect(new Array(5))

inspect(Array(101))

const a = [];
a[99] = 1;
inspect(a)

const a = [1, 2];
a[5] = 6;
a.foo = 'bar';
inspect(a)

const a = [1];
a[1e6] = 2;
inspect(a)

const a = [];
a[4294967294] = 1;
a[4294967295] = 2;
inspect(a)

const a = [, 1, , 2, , 3, , 4, , 5];
inspect(a, { maxArrayLength: 3 })

const a = [, 1, , 2, , 3, , 4, , 5];
inspect(a, { maxArrayLength: 4 })

inspect(Object.assign([1, 2], { a: 1, 'b-c': 2, [Symbol('s')]: 3, '-1': 4 }))

inspect(Object.assign([], { a: 1 }))

inspect(Array.from({ length: 6 }, (_, i) => i))

inspect(Array.from({ length: 7 }, (_, i) => i))

inspect(Array.from({ length: 10 }, (_, i) => i))

inspect(Array.from({ length: 27 }, (_, i) => i * 7))

inspect(Array.from({ length: 100 }, (_, i) => i))

inspect(Array.from({ length: 101 }, (_, i) => i))

inspect(Array.from({ length: 102 }, (_, i) => i))

inspect(Array.from({ length: 120 }, (_, i) => i * 1000))

inspect(Array.from({ length: 20 }, (_, i) => i / 3))

inspect(Array.from({ length: 20 }, (_, i) => -i))

inspect(Array.from({ length: 20 }, (_, i) => BigInt(i) ** 5n))

inspect(Array.from({ length: 20 }, (_, i) => (i % 2 ? i : BigInt(i))))

inspect(Array.from({ length: 20 }, (_, i) => (i === 7 ? 'x' : i)))

inspect(Array.from({ length: 20 }, (_, i) => 'item' + i))

inspect(Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i)))

inspect(Array.from({ length: 12 }, (_, i) => 'x'.repeat(i)))

inspect(Array.from({ length: 12 }, (_, i) => 'x'.repeat(i * 3)))

inspect(Array.from({ length: 12 }, (_, i) => 'x'.repeat(22)))

inspect(Array.from({ length: 12 }, (_, i) => 'x'.repeat(23)))

inspect(Array.from({ length: 12 }, (_, i) => 'x'.repeat(24)))

inspect(Array.from({ length: 12 }, (_, i) => 'x'.repeat(25)))

inspect(Array.from({ length: 8 }, () => true))

inspect(Array.from({ length: 8 }, () => undefined))

inspect(Array.from({ length: 30 }, (_, i) => (i % 3 ? null : false)))

inspect(Array.from({ length: 10 }, (_, i) => ({ i })))

inspect(Array.from({ length: 10 }, (_, i) => [i, i]))

inspect(Array.from({ length: 10 }, (_, i) => () => i))

inspect(['中文', '日本語', '한국어', 'x', 'yy', 'zzz', 'é', '😀', 'a\u0301b'])

inspect(['中文', '日本語', '한국어', 'x', 'yy', 'zzz', 'é', '😀', '👨‍👩‍👧', '🇩🇪', 'ｆｕｌｌ', '½'])

inspect(Array.from({ length: 15 }, (_, i) => '字'.repeat(i % 4 + 1)))

inspect({ nested: { list: Array.from({ length: 40 }, (_, i) => i) } })

inspect({ nested: { list: Array.from({ length: 40 }, (_, i) => 'word' + i % 7) } })

inspect(Object.assign(Array.from({ length: 10 }, (_, i) => i), { extra: 1 }))

inspect([1, 2, 3, , 5, 6, 7, 8])

inspect([1, 2, 3, 4, 5, 6, 7, 'a\nb'])

inspect([1, 2, 3, 4, 5, 6, { a: 1, b: { c: {} } }])

inspect([1.25, 10.5, 100.75, 1000, 2, 3.14159, 42])

inspect(Array.from({ length: 50 }, (_, i) => 2 ** i))

inspect(Array.from({ length: 200 }, (_, i) => i), { maxArrayLength: 5 })

inspect(Array.from({ length: 200 }, (_, i) => i), { maxArrayLength: 0 })

inspect(Array.from({ length: 6 }, (_, i) => i), { maxArrayLength: 5 })

inspect(Array.from({ length: 130 }, (_, i) => i % 10), { maxArrayLength: null })

inspect(Array.from({ length: 130 }, (_, i) => i % 10), { maxArrayLength: Infinity })

inspect(Array.from({ length: 30 }, (_, i) => i), { breakLength: 30 })

inspect(Array.from({ length: 30 }, (_, i) => i), { breakLength: Infinity })

inspect(Array.from({ length: 7 }, (_, i) => i), { breakLength: 10 })

inspect(Array.from({ length: 100 }, (_, i) => 'abcdefgh'.slice(0, i % 9)))

inspect([['a', 1], ['b', 2], ['c', [1, 2, [3, [4]]]]])

inspect([[1, 2, [3, 4, [5, [6]]]], { foo: { bar: { baz: { quux: 1 } } } }])

const a = [1, 2];
Object.defineProperty(a, 0, { get() { return 9; }, enumerable: true });
inspect(a)

const a = [1, 2, 3];
Object.defineProperty(a, 1, { value: 9, enumerable: false });
inspect(a)

const a = [1, 2, 3];
a[-1] = 'neg';
a['1.5'] = 'frac';
inspect(a)

inspect(Object.setPrototypeOf([1, 2], null))

inspect(Object.setPrototypeOf([], null))

inspect(Object.setPrototypeOf([1], { a: 1 }))

class Foo {}
inspect(Object.setPrototypeOf([1], Foo.prototype))

inspect('a,b'.split(','))

inspect(/(?<y>\d+)-(\d+)/.exec('on 2020-10'))

inspect('abc'.match(/b/))

inspect([..."ab"].entries())

inspect(new Map())

inspect(new Map([['a', 1]]))

inspect(new Map([['a', { b: 1 }], [{ k: 1 }, [1, 2]]]))

inspect(new Map([[new Map([[1, 2]]), new Set([1])]]))

inspect({ m: new Map([['key', 'a long value number one'], ['other', 'a long value number two'], ['third', 'x']]) })

inspect(Object.assign(new Map([[1, 2]]), { extra: true }))

inspect(new Map(Array.from({ length: 120 }, (_, i) => [i, i])), { maxArrayLength: 2 })

inspect(new Map(Array.from({ length: 3 }, (_, i) => [i, i])), { maxArrayLength: 0 })

inspect(new Map([[{ a: { b: { c: 1 } } }, { a: { b: { c: 1 } } }]]))

inspect(new Map([['a', 1]]), { showHidden: true })

inspect(Object.setPrototypeOf(new Map([[1, 2]]), null))

inspect(Object.setPrototypeOf(new Set([1]), null))

inspect(new Set())

inspect(new Set([1, 'a', { b: 2 }]))

inspect(new Set(Array.from({ length: 30 }, (_, i) => i)))

inspect(new Set(Array.from({ length: 120 }, (_, i) => i)), { maxArrayLength: 2 })

inspect({ s: new Set([[1, 2], new Set(['x'])]) })

inspect(Object.assign(new Set([1]), { x: 1 }))

const m = new Map([['a', 1], ['b', 2]]);
inspect([m.keys(), m.values(), m.entries(), m[Symbol.iterator]()])

const m = new Map([['a', { x: 1 }], ['b', 2]]);
const it = m.entries();
it.next();
inspect(it) + inspect(Array.from(it))

const it = new Map([['a', 1]]).keys();
it.next(); it.next();
inspect(it)

inspect([new Set([1, 2]).values(), new Set([1, 2]).entries(), new Set().values()])

const it = new Set([1, 2, 3]).values();
it.next();
inspect(it) + [...it].join()

const m = new Map([['a', 1], ['b', 2], ['c', 3]]);
const it = m.keys();
it.next(); it.next();
m.delete('b'); m.delete('a'); m.set('d', 4);
inspect(it)

inspect(new Map(Array.from({ length: 9 }, (_, i) => ['key' + i, 'value'.repeat(3)])).entries())

inspect(new Set(Array.from({ length: 5 }, (_, i) => i)).values(), { maxArrayLength: 2 })

inspect(Object.assign(new Map([[1, 2]]).keys(), { x: 1 }))

inspect([1, 2][Symbol.iterator]())

inspect('ab'[Symbol.iterator]())

inspect('ab'.matchAll(/a/g))

function* g() { yield 1; }
inspect([g(), g])

inspect(new WeakMap([[{}, 1]]))

inspect([new WeakSet([{}]), Object.assign(new WeakMap(), { a: 1 })])

inspect(new Uint8Array([1, 2, 3]))

inspect(new Uint8Array())

inspect([new Int8Array(2), new Uint16Array(2), new Int16Array(2), new Uint32Array(2), new Int32Array(2), new Uint8ClampedArray(2)])

inspect([new Float32Array([1.5, -0]), new Float64Array([0.1, NaN])])

inspect([new BigInt64Array([1n, -1n]), new BigUint64Array(2)])

inspect(new Uint8Array(120))

inspect(Object.assign(new Uint8Array(2), { foo: 1 }))

inspect(new Uint8Array(2), { showHidden: true })

inspect(Object.setPrototypeOf(new Uint8Array(2), null))

class Bytes extends Uint8Array {}
inspect(new Bytes(3))

inspect(new ArrayBuffer(4))

inspect(new ArrayBuffer(0))

inspect(new Uint8Array([1, 255, 16]).buffer)

inspect(new ArrayBuffer(60))

inspect(new ArrayBuffer(120))

inspect(Object.assign(new ArrayBuffer(2), { x: 1 }))

inspect({ b: new Uint8Array([1, 255, 16]).buffer }, { maxArrayLength: 2 })

inspect(new DataView(new ArrayBuffer(4), 1, 2))

inspect([1, 2, 3], { colors: true })

const a = Object.freeze([1, 2, 3, 4, 5, 6, 7, 8]);
inspect(a)

inspect({ deep: [[[[1]]]] })

inspect([[[[]]], [[[{}]]]])

inspect(Array.from({ length: 10 }, (_, i) => ({ id: i, name: 'name' + i, tags: ['a', 'b'] })))

class L extends Array { get [Symbol.toStringTag]() { return 'Tagged'; } }
inspect(L.from([1]))

class It extends Set { *[Symbol.iterator]() { yield 'mine'; } }
inspect(new It([1]))
