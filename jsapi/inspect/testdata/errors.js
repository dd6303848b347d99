// Errors.

inspect(new Error('boom'))

inspect(new TypeError('bad type'))

inspect(new Error())

inspect(new Error('two\nlines'))

inspect([new Error('in array')])

inspect({ error: new RangeError('in object') })

inspect({ a: { b: { c: new Error('deep') } } })

inspect(Object.assign(new Error('props'), { code: 'E_CODE', status: 404 }))

inspect({ e: Object.assign(new Error('props'), { code: 'E_CODE', details: { a: 1, b: [1, 2] } }) })

inspect(new Error('outer', { cause: new Error('inner') }))

inspect(new Error('outer', { cause: 'text' }))

inspect(new Error('outer', { cause: { code: 1 } }))

inspect(new Error('outer', { cause: undefined }))

inspect(new Error('a', { cause: new Error('b', { cause: new Error('c') }) }))

inspect({ e: new Error('a', { cause: new TypeError('b') }) })

inspect(new AggregateError([new Error('one'), new TypeError('two')], 'many'))

inspect(new AggregateError([1, 'x']))

inspect({ e: new AggregateError([new Error('one')], 'many', { cause: 'why' }) })

const e = new Error('no stack');
e.stack = undefined;
inspect(e)

const e = new Error('no stack');
e.stack = '';
inspect(e)

const e = new TypeError('no stack');
delete e.stack;
inspect([e, { e }])

const e = new Error('message');
e.stack = 'custom stack text';
inspect(e)

const e = new Error('message');
e.stack = 'Custom: message\n    at somewhere (file.js:1:1)\n    at else (file.js:2:2)';
inspect({ e })

const e = new Error('message');
e.stack = 'ends with a break\n';
inspect(e)

const e = new Error('message');
e.stack = 42;
inspect(e)

const e = new Error('first');
const before = e.stack;
e.message = 'second';
inspect(e)

const e = new Error('first');
e.message = 'second';
inspect(e)

const e = new Error('first');
e.name = 'MyName';
inspect(e)

const e = new Error('first');
const before = e.stack;
e.name = 'MyName';
inspect(e)

const e = new Error('first');
const before = e.stack;
e.name = 'MyError';
inspect(e)

class Plain extends Error {}
inspect(new Plain('p'))

class ValidationError extends Error {}
inspect(new ValidationError('p'))

class ValidationError extends Error { constructor(m) { super(m); this.name = 'ValidationError'; } }
inspect(new ValidationError('p'))

class ValidationError extends Error { constructor(m) { super(m); this.name = 'ValidationError'; this.code = 7; } }
inspect([new ValidationError('p')])

class ValidationError extends TypeError { constructor(m, extra) { super(m); this.extra = extra; } }
inspect(new ValidationError('p', { a: [1] }))

class Foo extends Error { constructor(m) { super(m); this.name = 'Bar'; } }
inspect(new Foo('f'))

class FooError extends Error { constructor(m) { super(m); this.name = 'BarError'; } }
inspect(new FooError('f'))

class FooError extends Error { name = 'FooError'; }
inspect(new FooError('f'))

class FooError extends Error { get name() { return 'FooError'; } }
inspect(new FooError('f'))

class FooError extends Error { get [Symbol.toStringTag]() { return 'Tag'; } }
inspect(new FooError('f'))

class FooError extends Error {}
FooError.prototype.name = 'ProtoName';
inspect(new FooError('f'))

inspect(new (class extends Error {})('anonymous'))

class A extends Error {}
class B extends A { constructor(m) { super(m); this.b = 1; } }
inspect(new B('sub'))

class LazyError extends Error { get message() { return 'lazy message'; } }
inspect(new LazyError())

function OldError(m) { this.message = m; this.name = 'OldError'; }
OldError.prototype = Object.create(Error.prototype);
OldError.prototype.constructor = OldError;
inspect([new OldError('old')])

function OldError(m) { this.message = m; }
OldError.prototype = Object.create(Error.prototype);
inspect(new OldError('old'))

inspect(Object.create(Error.prototype))

inspect(Object.setPrototypeOf(new Error('np'), null))

inspect(Object.setPrototypeOf(new RangeError('np'), null))

const e = new Error('x');
e.name = '';
inspect(e)

const e = new Error('x');
e.name = null;
inspect(e)

const e = new Error('x');
e.name = undefined;
inspect(e)

const e = new Error('');
e.name = 'OnlyName';
inspect(e)

const e = new Error('x');
e.message = 5;
inspect(e)

const e = new Error('x');
Object.defineProperty(e, 'cause', { get() { return 'from getter'; } });
inspect(e)

const e = new Error('x');
e.cause = e;
inspect(e)

const e = new Error('x');
e.errors = [1, 2];
inspect(e)

const e = new Error('x');
e.errors = 'not a list';
inspect(e)

try { null.f(); } catch (e) { e.message = 'm'; inspect({ caught: e }) }

inspect(new Error('x'), { showHidden: false, compact: false })

inspect({ a: new Error('x'.repeat(90)) }, { compact: true })

inspect(new Error('x'), { depth: -1 })

inspect({ a: 1, e: new Error('x'), b: 2 }, { depth: 0 })

const p = Promise.reject(new Error('rejected'));
p.catch(() => {});
inspect(p)

inspect(new Map([['k', new Error('in map')]]))

inspect(new Set([new Error('in set')]))

format('%s', new Error('as string'))

format('%s', Object.assign(new Error('as string'), { code: 1 }))

format('failed:', new Error('arg'))

format('failed: %o', 'x', new Error('arg'))

format(new Error('only'))

format('%d %j', new Error('n'), new Error('j'))

const e = new Error('shown');
e.stack = 'Error: shown';
format('%s and %O', e, e)

const e = new Error('shown');
e.stack = 'Error: shown';
format(e, [e], { e })

class ApiError extends Error { constructor(m) { super(m); this.name = 'ApiError'; } }
const e = new ApiError('x');
e.stack = undefined;
format('%s', e)

const e = new Error('enumerable message');
Object.defineProperty(e, 'message', { enumerable: true });
inspect(e)

const e = new Error('m');
e.stack = 'unrelated\n    at f (a.js:1:1)';
inspect(e, { colors: true })

const e = new Error('m');
e.stack = 'Error: m\n    at f (/x/node_modules/pkg/a.js:1:1)\n    at g (/x/node_modules/@scope/pkg/lib/b.js:2:2)';
inspect(e, { colors: true })

const c = new Error('c');
c.stack = 'Error: c\n    at a (f.js:1:1)\n    at b (f.js:2:1)\n    at c (f.js:3:1)\n    at d (f.js:4:1)\n    at e (f.js:5:1)';
const e = new Error('e', { cause: c });
e.stack = 'Error: e\n    at z (f.js:9:1)\n    at b (f.js:2:1)\n    at c (f.js:3:1)\n    at d (f.js:4:1)\n    at e (f.js:5:1)';
inspect(e).split('\n').length

class E extends Error { [custom]() { return 'custom error'; } }
inspect([new E('x')])

throw new Error('thrown by the case itself')
