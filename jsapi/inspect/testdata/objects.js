// Plain objects, keys, classes and prototypes.

inspect({})

inspect({ a: 1 })

inspect({ a: 1, b: 'x', c: [1, 2, 3] })

inspect({ 'a-b': 1, 'a b': 2, 1: 3, '01': 4, _x: 5, $y: 6, 'é': 7, '': 8, "it's": 9, 'a"b': 10, "a'\"b": 11 })

inspect({ b: 1, a: 2, 10: 3, 9: 4, '-1': 5, '4294967295': 6 })

inspect({ '\ud83d': 1, 'a\nb': 2, 'back\\': 3 })

inspect({ ['__proto__']: 1 })

inspect({ a: undefined, b: null, c: NaN })

inspect({ a: { b: { c: {} } } })

inspect({ a: { b: { c: { d: 1 } } } })

inspect({ a: { b: { c: [1] } } })

inspect({ a: { b: { c: [] } } })

inspect({ a: { b: { c: new Map([[1, 2]]), d: new Set([1]), e: new Map(), f: new (class Foo { x = 1; })(), g: Object.create(null, { x: { value: 1, enumerable: true } }) } } })

inspect({ a: { b: { c: () => 1, d: new Date(0), e: /x/, f: Promise.resolve(1), g: new Error('e').message, h: new Uint8Array(2) } } })

inspect({ a: { b: { c: { d: { e: 1 } } } } }, { depth: 0 })

inspect({ a: { b: { c: { d: { e: 1 } } } } }, { depth: 1 })

inspect({ a: { b: { c: { d: { e: 1 } } } } }, { depth: null })

inspect({ a: { b: { c: { d: { e: 1 } } } } }, { depth: Infinity })

inspect({ a: 1 }, { depth: -1 })

inspect([1], { depth: -1 })

inspect({ a: { b: { c: { d: { e: 1 } } } } }, false, 1)

inspect({ a: { b: { c: { d: { e: 1 } } } } }, false, null, true)

inspect({ a: 1, b: { c: 2 } }, true)

inspect({ name: 'Alice', age: 30, email: 'alice@example.com', address: { street: 'Main', city: 'X' } })

inspect({ name: 'Alice', age: 30, email: 'alice@example.com', address: { street: 'Main Street 1', city: 'Springfield' } })

inspect({ aaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbb: 2, cccccccccccccccc: 3 })

inspect({ aaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbb: 2, ccccccccccccccc: 3 })

inspect({ aaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbb: 2, cccccccccccccc: 3 })

inspect({ k: { aaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbb: 2, cccccccccccccc: 3 } })

Array.from({ length: 12 }, (_, i) => inspect({ ['k'.repeat(20)]: 'v'.repeat(24 + i), z: 1 })).join('\n')

Array.from({ length: 12 }, (_, i) => inspect(['k'.repeat(30), 'v'.repeat(24 + i)])).join('\n')

Array.from({ length: 12 }, (_, i) => inspect({ o: { i: { ['k'.repeat(20)]: 'v'.repeat(20 + i), z: 1 } } })).join('\n')

Array.from({ length: 8 }, (_, i) => inspect({ 'ü': 'ä'.repeat(60 + i) })).join('\n')

Array.from({ length: 8 }, (_, i) => inspect({ a: '😀'.repeat(28 + i) })).join('\n')

inspect({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 })

inspect({ a: { x: 1 }, b: { x: 1 }, c: { x: 1 }, d: { x: 1 }, e: { x: 1 }, f: { x: 1 }, g: { x: 1 } })

inspect({ a: { b: { c: 1 } } })

inspect({ a: { b: { c: { d: 1 } } } }, { depth: 9 })

inspect({ a: { b: { c: { d: { e: 1 } } } } }, { depth: 9 })

inspect([[[[[[1]]]]]], { depth: 9 })

inspect({ messages: [{ role: 'user', content: 'hi' }, { role: 'ai', content: 'hello there, how can I help you today?' }], step: 3 })

inspect({ __interrupt__: [{ id: 'abc', value: { question: 'Approve?', options: ['yes', 'no'] } }] })

inspect({ state: { values: { topic: 'cats', joke: '' }, next: ['human'], config: { configurable: { thread_id: '1', checkpoint_ns: '' } }, tasks: [{ id: '1', name: 'human', path: ['__pregel_pull', 'human'], interrupts: [{ value: 'q' }] }] } }, { depth: 8 })

inspect(Object.create(null))

inspect(Object.assign(Object.create(null), { a: 1 }))

inspect(Object.create({}))

inspect(Object.create({ a: 1 }))

inspect(Object.create(Object.create(null)))

inspect(Object.assign(Object.create(Object.create(null)), { a: 1 }))

inspect(Object.create(Object.create(null, { x: { value: 1, enumerable: true } })))

inspect(Object.prototype)

inspect(Array.prototype)

inspect(Object.create(Array.prototype))

class Foo { constructor() { this.a = 1; } }
inspect(new Foo())

class Foo {}
inspect(new Foo())

class Foo {}
class Bar extends Foo { x = 1; }
inspect([new Bar(), new Foo()])

inspect(new (class {})())

inspect(new (class { x = 1; })())

inspect(new (class extends Map {})())

inspect(new (class extends Array {})())

class Stack extends Array {}
inspect([Stack.from([1, 2]), new Stack()])

class M extends Map {}
class S extends Set {}
inspect([new M([[1, 2]]), new S([1]), new M(), new S()])

class P extends Promise {}
inspect(P.resolve(1))

function Old(a) { this.a = a; }
inspect(new Old(1))

function Old(a) { this.a = a; }
Old.prototype = { x: 1 };
inspect(new Old(1))

class Foo { get [Symbol.toStringTag]() { return 'bar'; } }
inspect([new Foo(), Object.assign(new Foo(), { a: 1 })])

class Foo { get [Symbol.toStringTag]() { return 'Foo'; } }
inspect(new Foo())

inspect({ [Symbol.toStringTag]: 'T' })

inspect({ [Symbol.toStringTag]: 'T', a: 1 })

inspect(Object.create({ [Symbol.toStringTag]: 'T' }))

inspect(Object.create(null, { [Symbol.toStringTag]: { value: 'T' } }))

inspect(Object.create(null, { [Symbol.toStringTag]: { value: 'Object' } }))

inspect({ [Symbol.toStringTag]: 3 })

inspect(Object.defineProperty({}, Symbol.toStringTag, { value: 'Hidden' }))

class Foo { static name = 'Custom'; }
inspect(new Foo())

class Foo { static name() {} }
inspect(new Foo()).slice(0, 10)

inspect(Object.setPrototypeOf({ a: 1 }, class Foo {}.prototype))

inspect(class Foo {}.prototype)

class A {}
inspect(Object.create(A.prototype, { x: { value: 1 } }))

const o = { constructor: 'x' };
inspect(o)

const o = { constructor: { name: 'Foo' } };
inspect(o)

inspect({ constructor: class Foo {} })

inspect({ constructor: Object })

inspect({ get a() { return 1; } })

inspect({ set a(v) {} })

inspect({ get a() { return 1; }, set a(v) {} })

inspect({ get a() { throw new Error('must not run'); } })

inspect({ get a() { return 1; }, get b() { return { x: 1 }; }, get c() { return null; }, get d() { return 'str'; }, set d(v) {} }, { getters: true })

inspect({ get a() { return 1; }, get b() { return 2; }, set b(v) {} }, { getters: 'get' })

inspect({ get a() { return 1; }, get b() { return 2; }, set b(v) {} }, { getters: 'set' })

inspect({ get a() { throw new Error('oops'); } }, { getters: true })

inspect({ get a() { throw new TypeError('two\nlines'); }, get b() { return undefined; } }, { getters: true })

class Foo { get v() { return 1; } }
inspect(new Foo(), { getters: true })

inspect(Object.defineProperty({}, 'hidden', { value: 1 }))

inspect(Object.defineProperty({}, 'hidden', { value: 1 }), { showHidden: true })

inspect(Object.defineProperty({ a: 1 }, "hid'den", { get() { return 1; } }), { showHidden: true })

inspect([1, 2], { showHidden: true })

inspect(Object.defineProperty([1], 'x', { value: 2 }), { showHidden: true })

class A { get p() { return 1; } m() {} }
class B extends A { constructor() { super(); this.own = 1; } }
inspect(new B(), { showHidden: true })

const proto = { inherited: 1, fn() {} };
inspect(Object.create(proto), { showHidden: true })

inspect({ [Symbol('a')]: 1, [Symbol.iterator]: 2, b: 3 })

inspect(Object.defineProperty({}, Symbol('hid'), { value: 1 }))

inspect(Object.defineProperty({}, Symbol('hid'), { value: 1 }), { showHidden: true })

inspect({ b: 2, a: 1, c: { z: 1, y: 2 } }, { sorted: true })

inspect({ b: 2, a: 1, c: 3 }, { sorted: (x, y) => (x < y ? 1 : -1) })

inspect(new Map([['b', 1], ['a', 2]]), { sorted: true })

inspect(new Set(['b', 'a', 'C']), { sorted: true })

inspect(Object.assign(['z', 'y'], { b: 1, a: 2 }), { sorted: true })

inspect({ a: 1, b: { c: [1, 2, { d: 3 }] } }, { compact: false })

inspect({ a: 1, b: { c: [1, 2, { d: 3 }] }, e: 'x\ny' }, { compact: true })

inspect({ a: 1, b: { c: [1, 2, { d: 'x'.repeat(50) }], d: new Map([[1, { a: 'y'.repeat(50) }]]) } }, { compact: true })

inspect({ a: 1, b: { c: [1, 2, { d: 3 }] } }, { compact: 1 })

inspect({ a: 1, b: { c: [1, 2, { d: 3 }] } }, { compact: 0 })

inspect({ a: { b: { c: { d: { e: { f: 1 } } } } } }, { compact: 10, depth: 9 })

inspect(Array.from({ length: 30 }, (_, i) => i), { compact: 1 })

inspect(Array.from({ length: 30 }, (_, i) => i), { compact: false })

inspect({ a: 'x'.repeat(30), b: 'y'.repeat(30), c: 'z'.repeat(30) }, { breakLength: 200 })

inspect({ a: 'x'.repeat(30), b: 'y'.repeat(30), c: 'z'.repeat(30) }, { breakLength: Infinity })

inspect({ a: 1, b: 2, c: [1, 2] }, { breakLength: 10 })

const o = { a: 1 };
o.self = o;
inspect(o)

const a = [1];
a.push(a);
inspect(a)

const o = { x: {} };
o.x.y = o.x;
o.x.z = o;
inspect(o)

const m = new Map();
m.set('me', m);
inspect(m)

const s = new Set();
s.add(s);
inspect([s])

const p = { name: 'p', children: [] };
p.children.push({ name: 'c', parent: p });
inspect(p)

const o = {};
o.a = { b: { c: o } };
inspect(o, { depth: 1 })

const o = { list: [] };
o.list.push(o.list, o);
inspect(o, { compact: true })

const shared = { v: 1 };
inspect({ a: shared, b: shared })

function f() {}
f.self = f;
inspect(f)

(function () { return inspect(arguments); })(1, 'a')

(function () { return inspect(arguments); })()

(function () { 'use strict'; return inspect([arguments]); })(1)

inspect(Object.freeze({ a: 1, b: Object.freeze([1, 2]) }))

inspect(Object.seal({ a: 1 }))

inspect(JSON)

inspect(Math).slice(0, 15)

inspect(Reflect).slice(0, 10)

let o = { leaf: 1 };
for (let i = 0; i < 20; i++) o = { o };
inspect(o, { depth: Infinity })

let o = [];
for (let i = 0; i < 3000; i++) o = [o];
/Maximum call stack size exceeded\.\]/.test(inspect(o, { depth: Infinity }))

inspect({ a: { b: { c: class {}, d: [[[]]], e: Object.create(null), f: Symbol('x') } } })

inspect({ undefined: undefined, null: null, true: true, NaN: NaN, class: 1, function: 2 })

inspect({ a: 1n, b: 2n ** 64n })

inspect({ longMethodNameNumberOne: function longMethodNameNumberOne() {}, two: async () => {}, three: class Three {} })
