// Strings, numbers and other primitives.

inspect('abc')

inspect('')

inspect("it's")

inspect('say "hi"')

inspect(`it's "quoted"`)

inspect("it's \"q\" and `b`")

inspect("it's \"q\" and ${b}")

inspect("a'b$" + '{"`')

inspect('tab\tnew\nline\r\b\f\v\0\x1b\x7f\x80\x9f\xa0')

inspect('back\\slash')

inspect("quote ' and \n \" double")

inspect('käse ñ 中文 😀')

inspect('\ud83d')

inspect('a\ude00b')

inspect('\ud83d\ud83d\ude00')

inspect('\ud83d\'"`')

inspect('é\u0085ü\u00ad\u009f')

inspect('x'.repeat(120) + '\n')

inspect('x'.repeat(120))

inspect(['x'.repeat(120)])

inspect('line one is here\nline two is here\nline three is here\nline four is here\nand five\n')

inspect({ text: 'line one is here\nline two is here\nline three is here\nline four is here\nand five\n' })

inspect(['line one is here\nline two is here\nline three is here\nline four is here\nand five\n', 1])

inspect({ a: { b: 'short\nlines\n' } })

inspect({ a: 'sixteen chars ok\n', b: 'x\ny' })

inspect('a\nb\nc and some more text that is longer than the width\n\n')

inspect('line one\nline two is a little longer than that', { breakLength: 20 })

inspect('ünïcode line one\nünïcode line two 😀 is a little longer than that\n', { breakLength: 20 })

inspect({ a: 'line one\nline two is a little longer than that' }, { breakLength: 20 })

inspect('y'.repeat(10001)).slice(-40)

inspect('y'.repeat(10002)).slice(-40)

inspect('abcdef', { maxStringLength: 3 })

inspect('abcd', { maxStringLength: 3 })

inspect('abcd', { maxStringLength: 0 })

inspect('abcd', { maxStringLength: null })

inspect('ab😀cd', { maxStringLength: 3 })

inspect(['abcdef', { k: 'abcdefgh' }], { maxStringLength: 2 })

inspect(0)

inspect(-0)

inspect([0, -0, 1.5, -1.5, NaN, Infinity, -Infinity])

inspect([1e21, 1e-7, 123456789012345680000, 0.1 + 0.2, 5e-324, 1.7976931348623157e308])

inspect(10n)

inspect([-10n, 0n, 123456789012345678901234567890n])

inspect(1234567.891, { numericSeparator: true })

inspect([123, 1234, -123456, -1234567, 0.12345678, 1e21, NaN, 12n, -1234n, 123456789n, -0], { numericSeparator: true })

inspect(true)

inspect([true, false, null, undefined])

inspect(undefined)

inspect(null)

inspect(Symbol('a'))

inspect(Symbol())

inspect(Symbol(''))

inspect(Symbol.iterator)

inspect([Symbol('with space'), Symbol.for('x.y')])

inspect(Symbol('a\nb'))

inspect({ [Symbol('a\nb\'c')]: 1 })

inspect('a', { colors: true })

inspect([1, 'a', null, undefined, true, 10n, Symbol('s'), -0], { colors: true })

inspect({ a: 1, 'b c': 'x', [Symbol('s')]: new Date(0), r: /x/g, f() {}, u: undefined, n: null }, { colors: true })

inspect([1.5, , 3, 'x'.repeat(70), 'y'.repeat(20)], { colors: true })

inspect(new Map([['a', { b: 1 }]]), { colors: true, depth: 0 })

inspect({ get a() { return 1; }, set b(v) {}, get c() { return 1; }, set c(v) {} }, { colors: true })

inspect([new Number(3), new String('x'), Promise.resolve(1), new Error('no stack')].slice(0, 3), { colors: true })

inspect([class A {}, function f() {}, new WeakSet(), new Set([1])], { colors: true })

inspect(Array.from({ length: 30 }, (_, i) => i * 100), { colors: true })

inspect('line one is here\nline two is here\nline three is here\nline four is here\nand five\n', { colors: true })
