// Functions, classes, dates, regular expressions, boxed primitives, promises, proxies.

inspect(function foo() {})

inspect(function () {})

inspect(() => {})

const named = () => {};
inspect(named)

inspect(async function af() {})

inspect(async () => {})

const arrow = async (x) => x;
inspect(arrow)

inspect(function* gen() {})

inspect({ m() {}, async n() {}, *g() {}, get x() { return 1; } })

inspect(Object.assign(function f() {}, { a: 1 }))

inspect(Object.assign(() => {}, { a: 1, b: { c: {} } }))

inspect(class A {})

inspect(class {})

class A {}
inspect(class B extends A {})

class A {}
inspect([class extends A {}])

inspect(class extends null {})

inspect(class A { static x = 1; static m() {} })

inspect(class A { static [Symbol.toStringTag] = 'T'; })

class Base {}
inspect({ k: class Derived extends Base { static y = 2; } })

inspect(class Foo { constructor(a, b) { this.a = a; } method(x) { return x; } })

inspect(class Foo /* comment ( */ { m() {} })

const mixin = (B) => class extends B {};
class X {}
inspect(class M extends mixin(X) {})

inspect({ class() { return 1; } })

inspect({ class: function () {} }.class)

inspect(Object.setPrototypeOf(function f() {}, null))

inspect(Object.setPrototypeOf(class A {}, null))

inspect(Object.setPrototypeOf(() => {}, null))

class Callable extends Function {}
inspect(Object.setPrototypeOf(function f() {}, Callable.prototype))

inspect(Object.defineProperty(function f() {}, 'name', { value: '' }))

inspect(Object.defineProperty(function f() {}, 'name', { value: 'renamed' }))

inspect(function f() {}.bind(null))

inspect([Math.max, Object, Array, parseInt, Symbol, Promise.resolve])

inspect(Object.assign(function f() {}, { [Symbol.toStringTag]: 'X' }))

inspect(function f() { 'use strict'; }, { showHidden: true })

format('%o', class A { static s = 1; static m() {} })

format('%o', [(a, b) => a, { m() {} }])

inspect(new Date(0))

inspect(new Date(NaN))

inspect(new Date('2020-02-30T25:00:00'))

inspect({ d: new Date(Date.UTC(2024, 1, 29, 12, 30, 15, 123)) })

inspect(Object.assign(new Date(0), { a: 1 }))

class MyDate extends Date {}
inspect(new MyDate(0))

inspect(Object.setPrototypeOf(new Date(0), null))

inspect(/a+b/gi)

inspect(new RegExp('ab\n'))

inspect(Object.assign(/x/, { a: 1 }))

class MyRe extends RegExp {}
inspect(new MyRe('x', 'g'))

inspect(Object.setPrototypeOf(/x/g, null))

inspect({ a: { b: { c: Object.assign(/x/, { y: 1 }) } } })

inspect([new Number(1), new Number(-0), new String('abc'), new Boolean(false), Object(10n), Object(Symbol('s'))])

inspect(Object.assign(new String('abc'), { x: 1 }))

inspect(Object.assign(new Number(1), { x: 1 }))

class MyNum extends Number {}
inspect(new MyNum(3))

class MyStr extends String {}
inspect(new MyStr('hi'))

inspect(Object.setPrototypeOf(new Number(3), null))

inspect(new String("it's"))

inspect(new String('x'.repeat(100)))

inspect([new String('abc')], { showHidden: true })

inspect(Promise.resolve(1))

inspect(Promise.resolve({ a: { b: { c: 1 } } }))

inspect(new Promise(() => {}))

const p = Promise.reject(3);
p.catch(() => {});
inspect(p)

inspect(Object.assign(Promise.resolve('x'), { extra: 1 }))

inspect({ p: Promise.resolve([1, 2]), q: new Promise(() => {}) })

inspect([Promise.resolve(Promise.resolve(undefined))])

inspect(new Proxy({ a: 1 }, {}))

inspect(new Proxy([1, 2, 3], {}))

inspect(new Proxy(function f() {}, {}))

inspect(new Proxy(class A {}, {}))

const bad = () => { throw new Error('trap'); };
inspect(new Proxy({ a: 1 }, { get: bad, ownKeys: bad, getOwnPropertyDescriptor: bad, has: bad, getPrototypeOf: bad }))

inspect(new Proxy({ a: 1 }, { get: () => 5 }), { showProxy: true })

inspect(new Proxy(new Proxy({ a: 1 }, {}), { x: 1 }), { showProxy: true })

inspect({ p: new Proxy({}, {}) }, { showProxy: true, depth: 0 })

inspect([new Proxy(new Map([[1, 2]]), {}), new Proxy(new Date(0), {})])

const r = Proxy.revocable({}, {});
r.revoke();
inspect(r.proxy)

const r = Proxy.revocable({}, {});
r.revoke();
inspect({ p: r.proxy }, { showProxy: true })

class Foo {}
inspect(new Proxy(new Foo(), {}))

inspect({ [custom]() { return 'CUSTOM'; } })

inspect({ [custom]() { return { a: 1 }; } })

inspect({ [custom]() { return 42; } })

inspect({ [custom]() { return null; } })

inspect({ [custom]() { return this; }, a: 1 })

inspect({ [custom]: 5 })

inspect({ x: { [custom]() { return 'line1\nline2'; } } })

inspect({ [custom](depth, options) { return `depth ${depth} ${options.depth}`; } })

inspect({ a: { b: { [custom](depth, options) { return `depth ${depth} ${options.depth}`; } } } })

inspect({ a: { [custom](depth) { return `depth ${depth}`; } } }, { depth: null })

inspect({ a: { [custom](depth) { return `depth ${depth}`; } } }, { depth: Infinity })

inspect({ a: { b: { c: { d: { [custom](depth) { return `depth ${depth}`; } } } } } })

inspect({ [custom](depth, options, inspectArg) { return inspectArg === inspect && typeof options.stylize === 'function' ? 'same' : 'other'; } })

inspect({ [custom](depth, options) { return options.stylize('text', 'string') + options.stylize('9', 'number') + options.stylize('z', 'nope'); } })

inspect({ [custom](depth, options) { return options.stylize('text', 'string') + options.stylize('9', 'number') + options.stylize('z', 'nope'); } }, { colors: true })

class Money { constructor(v) { this.v = v; } [custom](d, o, inspect) { return `Money<${inspect(this.v, o)}>`; } }
inspect([new Money({ a: [1, 'x'] }), new Money('y')], { colors: true })

class Box { constructor(v) { this.v = v; } [custom](d, o, inspect) { return `Box ${inspect(this.v, { ...o, depth: o.depth - 1 })}`; } }
inspect({ a: new Box({ b: { c: { d: {} } } }) })

inspect({ [custom](d, o) { return Object.keys(o).sort().join(); } })

inspect({ [custom](d, o) { return JSON.stringify([o.showHidden, o.colors, o.customInspect, o.maxArrayLength, o.maxStringLength, o.breakLength, o.compact, o.sorted, o.getters, o.numericSeparator, o.mine]); } }, { mine: 7, compact: false, breakLength: 99 })

inspect({ [custom]() { return 'CUSTOM'; } }, { customInspect: false })

inspect({ [custom]() { throw new Error('from custom'); } })

inspect([{ [custom]() { throw 'a string'; } }])

class Foo { [custom]() { return 'inst'; } }
inspect([Foo, Foo.prototype, new Foo()])

inspect(new Proxy({ [custom]() { return 'through ' + (this === undefined); } }, {}))

inspect(Object.assign(Object.create(null), { [custom](d, o) { return String(Object.getPrototypeOf(o)); } }))

inspect({ [custom](d, o) { return inspect({ x: { y: { z: { w: 1 } } } }, o); } }, { depth: 0 })

inspect(Object.assign(() => {}, { [custom]() { return 'fn'; } }))

inspect({ inspect() { return 'old'; } })

inspect({ a: 1, toJSON() { return 'json'; } })

inspect({ toString() { throw new Error('never called'); }, valueOf() { throw new Error('never called'); } })

inspect({ get [Symbol.toStringTag]() { throw new Error('tag'); } })

inspect(inspect.custom)

inspect([inspect.styles.string, inspect.colors.red, inspect.name, inspect.length, Object.keys(inspect)])

inspect(inspect.defaultOptions)

inspect.defaultOptions.depth = 0;
const a = inspect({ a: { b: 1 } }) + format({ a: { b: 1 } }) + inspect({ a: { b: 1 } }, { depth: 5 });
inspect.defaultOptions.depth = 2;
a

inspect.defaultOptions = { compact: false };
const a = inspect({ a: { b: 1 } });
inspect.defaultOptions = { compact: 3 };
a + inspect({ a: 1 })

inspect.styles.string = 'red';
const a = inspect('x', { colors: true });
inspect.styles.string = 'green';
a

inspect({ a: 1 }, { stylize: (s, t) => `<${t}:${s}>` })

stripVTControlCharacters(inspect({ a: [1, 'x', null] }, { colors: true })) + stripVTControlCharacters('\x1b[1;31mx\x1b[0m \x1b]8;;http://a.b/c\x07link\x1b]8;;\x07 \x1b[2K')

[inspect.name, inspect.length, format.name, formatWithOptions.name, stripVTControlCharacters.name]

inspect({ get a() { const o = { deep: { get [Symbol.toStringTag]() { throw new Error('inner'); }, x: 1 } }; return o; }, b: { c: 1 } }, { getters: true })

inspect(new Uint8Array(1e6)).length

stripVTControlCharacters(5)
