// Format strings, as console.log takes them.

format()

format('')

format('plain')

format('100%')

format('%')

format('%%')

format('%%', 1)

format('%s')

format('a', 'b', 'c')

format('a', 1, true, null, undefined, 'b')

format(1, 2, 'x')

format(1, '%s', 'x')

format({ a: 1 }, 'b', [1, 'c'])

format('%s', 'x')

format('%s %s', 'x')

format('%s', 'x', 'y', { z: 1 })

format('%s|%s|%s|%s|%s', 1, -0, 10n, true, null)

format('%s|%s|%s', undefined, Symbol('s'), () => 1)

format('%s', { a: { b: 1 } })

format('%s', [1, [2, [3]]])

format('%s', { toString() { return 'mine'; } })

class Foo { toString() { return 'foo!'; } }
format('%s', new Foo())

class Foo { constructor() { this.a = { b: 1 }; } }
format('%s', new Foo())

class Foo { toString() { return 'foo!'; } }
class Bar extends Foo {}
format('%s', new Bar())

format('%s', { [Symbol.toPrimitive]() { return 'prim'; } })

format('%s', new Date(0))

format('%s', Object.create(null))

format('%s', Object.assign(Object.create(null), { toString() { return 'n'; } }))

format('%s', { toString: undefined })

format('%s', function f(a) { return a; })

format('%s', class A {})

format('%s', new Proxy({ a: 1 }, { get() { throw new Error('trap'); } }))

format('%s', { toString() { throw new Error('toString threw'); } })

format('%s', new Map([[1, { a: {} }]]))

format('%s', new String('boxed'))

format('%s', [new Error('x').message, { a: 1 }])

format('%s', /x/g)

format('%s', Promise.resolve(1))

format('%d|%d|%d|%d|%d', 1, '2', '0x10', 'x', 1.5)

format('%d|%d|%d|%d', null, undefined, true, [])

format('%d|%d|%d', 10n, Symbol('s'), {})

format('%d', { valueOf() { return 5; } })

format('%d', -0)

format('%d', '')

format('%d', new Date(5))

format('%d', { valueOf() { throw new RangeError('no number'); } })

format('%i|%i|%i|%i|%i', 1.9, '2.9', '0x1f', 'x', -1.9)

format('%i|%i|%i', 10n, Symbol('s'), {})

format('%i', -0.5)

format('%f|%f|%f|%f', 1.5, '2.5px', 'x', 3)

format('%f|%f', 10n, Symbol('s'))

format('%f', -0)

format('%j', { a: [1, 'x', null] })

format('%j|%j|%j|%j', 'x', 1, undefined, () => 1)

const o = {};
o.o = o;
format('%j', o)

format('%j', { toJSON() { return 'J'; } })

format('%j', { toJSON() { throw new Error('toJSON threw'); } })

format('%j', { b: 1n }).length

format('%o', { a: { b: { c: { d: { e: { f: 1 } } } } } })

format('%o', [1, 2, 3])

format('%o', 'str')

format('%o', new Date(0))

format('%O', { a: { b: { c: { d: 1 } } } })

format('%O', [1, 'x'])

format('%O %O', 'str', 5)

format('%c styled %c', 'color: red', '')

format('%c')

format('%x %y', 1, 2)

format('%', 1)

format('a%', 1)

format('%s%', 1)

format('%%s', 1)

format('%%%s', 1)

format('%%%%', 1)

format('%s %% %d', 'a', 5, 'rest')

format('%5d %-5s', 1, 'x')

format('%s%s%s', 'a', 'b')

format('ünï %s 中文 %s 😀', 'x', 'y')

format('%😀', 1)

format('x', 'it\'s', ["it's"])

format(null)

format(undefined)

format(Symbol('s'))

format(10n, -0)

format('', 'x')

format('', { a: 1 })

format(['%s'], 'x')

format('multi\nline %s', 'x\ny', { a: 'x\ny' })

format('%s', 'a'.repeat(20), 'b')

format('%S', 'x')

format('%s', 1234567.5)

formatWithOptions({ numericSeparator: true }, '%s %d %i %f %s', 1234567.5, 1234567, 1234567, 1234567.25, 1234567n)

formatWithOptions({ compact: false }, '%O', { a: { b: 1 } })

formatWithOptions({ colors: true }, '%s %O %o', 'x', { a: 'y' }, [1])

formatWithOptions({ colors: true }, 'x', 'y', 5, { a: [1, 'z'] })

formatWithOptions({ colors: true }, '%s', [1, 'x', { a: 1 }])

formatWithOptions({ depth: 0 }, { a: { b: 1 } })

formatWithOptions({ depth: 0 }, '%o', { a: { b: { c: 1 } } })

formatWithOptions(5, 'x')

formatWithOptions(undefined, 'x')

formatWithOptions(null, 'x')

formatWithOptions({})

format('%s is %d years and has %j and %o', 'Bob', 42, { a: 1 }, ['x'], 'extra', { b: 2 })

format('%s', Symbol.iterator)

format('Result:', { approved: true, by: 'alice', tags: ['a', 'b'], at: new Date(0), nested: { deep: { deeper: { deepest: 1 } } } })

format('step %s:', 1, [{ node: 'a', writes: { x: [1, 2, 3] } }, { node: 'b', writes: null }])

format(new Map([['a', 1]]), new Set([1]), [undefined])

format('%s', -0, 0)

format('%d%%', 50)

format('\ud83d', 1).length
