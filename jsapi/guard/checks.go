// This file says what may be asked of which built-in function.

package guard

import (
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// The most that a single call may take or make.
const (
	maxString   = 1<<29 - 24 // letters, as in V8
	maxArray    = 1 << 26    // elements of an array
	maxLike     = 1 << 24    // elements of what is like an array: each takes longer
	maxArgs     = 1 << 20
	maxBytes    = maxString
	maxJSON     = 10_000
	maxSteps    = 1 << 20
	maxFlat     = 5000 // levels of arrays in arrays
	maxProxies  = 1000 // in a row
	maxPattern  = 1 << 17
	maxBits     = 1 << 30 // of a BigInt, as in V8
	maxShown    = 1 << 24 // bits of a BigInt that is written as text
	maxDigits   = 1 << 20 // of a text that becomes a BigInt
	maxKeys     = 1 << 22 // letters of a string that is taken for an object
	maxQuadrate = 1 << 33 // letters that "$`" may make of a text
)

// Classes of errors, and their messages.
const (
	rangeError, syntaxError = "RangeError", "SyntaxError"

	tooLong    = "Invalid string length"
	tooMany    = "Invalid array length"
	tooDeep    = "Maximum call stack size exceeded"
	tooBig     = "Maximum BigInt size exceeded"
	tooComplex = "Regular expression too large"
)

// methodOfRegExp stands for all of RegExp.prototype that have symbols as names.
const methodOfRegExp = "RegExp.prototype[]"

// constructs are the checks of constructors by name.
var constructs = sync.OnceValue(func() map[string]check {
	table := map[string]check{}
	for name, c := range checks() {
		if class, ok := strings.CutPrefix(name, "new "); ok {
			table[class] = c
		}
	}
	return table
})

// checks are those of functions by name; "new X" is the constructor X.
var checks = sync.OnceValue(func() map[string]check {
	table := map[string]check{
		"new Proxy": newProxy, "Object.setPrototypeOf": setPrototype, "Reflect.setPrototypeOf": setPrototype, "Object.prototype.__proto__": setProto,
		"Reflect.apply": listAt(2), "Reflect.construct": listAt(1), "Function.prototype.apply": listAt(1),
		"Array.from": likeAt(0), "TypedArray.from": likeAt(0), "Array.prototype.concat": concatArrays, "Array.prototype.flat": flat, "Array.prototype.join": join,
		"new RegExp": pattern, "RegExp": pattern, "String.prototype.match": matches, "String.prototype.matchAll": matches, "String.prototype.search": matches, "String.prototype.split": splits,
		"RegExp.prototype.compile": pattern, "RegExp.prototype.exec": exec, "RegExp.prototype.test": exec,
		"String.prototype.repeat": repeat, "String.prototype.padStart": pad, "String.prototype.padEnd": pad, "String.raw": raw,
		"String.prototype.concat": concatStrings, "String.prototype.normalize": normalize,
		"String.prototype.replace": replace, "String.prototype.replaceAll": replace,
		"BigInt": parseBigInt, "BigInt.asIntN": asIntN, "BigInt.asUintN": asUintN, "BigInt.prototype.toString": showBigInt, "BigInt.prototype.toLocaleString": showBigInt,
		"Object.keys": keys, "Object.values": keys, "Object.entries": keys, "Object.getOwnPropertyNames": keys, "Object.getOwnPropertyDescriptors": keys,
		"Object.assign": assign, "JSON.stringify": stringify, "eval": evaluated, "Function": composed, "new Function": composed,
		"new ArrayBuffer": bytesOf(1), methodOfRegExp: matchesOf,
	}
	for _, name := range []string{"copyWithin", "every", "fill", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "includes", "indexOf",
		"lastIndexOf", "map", "reduce", "reduceRight", "reverse", "shift", "slice", "some", "sort", "splice", "toLocaleString", "toReversed", "toSorted",
		"toSpliced", "toString", "unshift", "with"} {
		table["Array.prototype."+name] = elements
	}
	for class, size := range map[string]float64{"Uint8Array": 1, "Int8Array": 1, "Uint8ClampedArray": 1, "Uint16Array": 2, "Int16Array": 2, "Uint32Array": 4, "Int32Array": 4,
		"Float32Array": 4, "Float64Array": 8, "BigInt64Array": 8, "BigUint64Array": 8} {
		table["new "+class] = bytesOf(size)
	}
	return table
})

func argument(args []goja.Value, i int) goja.Value {
	if i < len(args) {
		return args[i]
	}
	return goja.Undefined()
}

// number returns v as a number if it is one, or text; nothing of the script is called.
func number(v goja.Value) float64 {
	if _, text := v.(goja.String); !text && !goja.IsNumber(v) {
		return 0
	}
	n := v.ToFloat()
	if math.IsNaN(n) {
		return 0
	}
	return n
}

// letters returns the length of a string, 1 for another value.
func letters(v goja.Value) float64 {
	if s, ok := v.(goja.String); ok {
		return float64(s.Length())
	}
	return 1
}

// length returns the length of an array or of what is like one, 0 for another value. The traps of a proxy are not called.
func length(v goja.Value) float64 {
	o, ok := v.(*goja.Object)
	for ok {
		p, proxy := asProxy(o)
		if !proxy {
			n := o.Get("length")
			if n == nil {
				return 0
			}
			return number(n)
		}
		o, ok = p.Target(), p.Target() != nil
	}
	return 0
}

// asProxy returns the proxy that o is.
func asProxy(o *goja.Object) (p goja.Proxy, ok bool) {
	if o == nil || o.ExportType() != reflect.TypeFor[goja.Proxy]() {
		return p, false
	}
	p, ok = o.Export().(goja.Proxy)
	return p, ok
}

// list refuses an array, or what is like one, with too many elements.
func (g *Guard) list(v goja.Value) {
	n := length(v)
	if n <= maxLike {
		return
	}
	if o, ok := v.(*goja.Object); n > maxArray || ok && !isArray(o) {
		g.refuse(rangeError, tooMany)
	}
	g.reserve(16 * n)
}

// isArray reports whether o is an array, and not a proxy of one.
func isArray(o *goja.Object) bool {
	_, proxy := asProxy(o)
	return !proxy && o.ClassName() == "Array"
}

// reserve is told of what will be allocated at once. Much of it, or much since it was asked last, is asked for.
func (g *Guard) reserve(bytes float64) {
	if g.owed += max(0, bytes); g.o.Reserve != nil && g.owed > 1<<22 {
		g.owed = 0
		g.o.Reserve(bytes)
	}
}

func elements(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.list(this)
	return args
}

func likeAt(i int) check {
	return func(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
		g.list(argument(args, i))
		return args
	}
}

// listAt bounds a list of arguments.
func listAt(i int) check {
	return func(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
		if i < len(args) && length(args[i]) > maxArgs {
			g.refuse(rangeError, tooDeep)
		}
		return args
	}
}

func concatArrays(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.list(this)
	for _, v := range args {
		if o, ok := v.(*goja.Object); ok && length(o) > maxLike {
			if spread := o.GetSymbol(goja.SymIsConcatSpreadable); isArray(o) || spread != nil && spread.ToBoolean() {
				g.list(o)
			}
		}
	}
	return args
}

func join(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.list(this)
	separator := 1.0
	if v := argument(args, 0); !goja.IsUndefined(v) {
		separator = max(letters(v), 1)
	}
	n := length(this) * separator
	if o, ok := this.(*goja.Object); ok && isArray(o) && n <= maxString {
		n += texts(o, int(length(this)))
	}
	if n > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(n)
	return args
}

// texts estimates how many letters the strings in an array have, by some of them.
func texts(o *goja.Object, n int) (sum float64) {
	const some = 64
	step := max(1, n/some)
	for i := 0; i < n; i += step {
		sum += letters(o.Get(strconv.Itoa(i))) * float64(step)
	}
	return sum
}

// flat goes into arrays level by level, on the stack of Go.
func flat(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.list(this)
	levels := number(argument(args, 0))
	if len(args) == 0 || levels <= 100 {
		return args
	}
	if o, ok := this.(*goja.Object); ok && g.deeper(o, int(min(levels, maxFlat))) {
		g.refuse(rangeError, tooDeep)
	}
	return append([]goja.Value{g.rt.ToValue(min(levels, maxFlat))}, args[1:]...)
}

// deeper reports whether arrays are nested in o that deep.
func (g *Guard) deeper(o *goja.Object, levels int) bool {
	if levels == 0 {
		return true
	}
	if !isArray(o) {
		return false
	}
	for i := range int(length(o)) {
		if inner, ok := o.Get(strconv.Itoa(i)).(*goja.Object); ok && g.deeper(inner, levels-1) {
			return true
		}
	}
	return false
}

// stringify bounds how deep values are nested: goja compares each object with all those around it.
func stringify(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if steps := maxSteps; nested(argument(args, 0), maxJSON, &steps) {
		g.refuse(rangeError, tooDeep)
	}
	return args
}

// nested reports whether values are nested in v that deep, as far as can be seen without calling anything of the script, in so many steps.
func nested(v goja.Value, levels int, steps *int) bool {
	o, ok := v.(*goja.Object)
	if *steps--; !ok || *steps < 0 {
		return false
	}
	if levels == 0 {
		return true
	}
	if isArray(o) {
		for i := range int(min(length(o), float64(*steps))) {
			if nested(o.Get(strconv.Itoa(i)), levels-1, steps) {
				return true
			}
		}
		return false
	}
	s := self(o)
	if s.at == nil || s.values < 0 {
		return false
	}
	for _, v := range *field[map[string]goja.Value](s, s.values) {
		if inner, ok := valueOf(v); ok && nested(inner, levels-1, steps) {
			return true
		}
	}
	return false
}

func bytesOf(size float64) check {
	return func(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
		v := argument(args, 0)
		n := number(v)
		if o, ok := v.(*goja.Object); ok && o.ExportType() != reflect.TypeFor[goja.ArrayBuffer]() {
			n = length(v)
		}
		if n*size > maxBytes {
			g.refuse(rangeError, "Invalid typed array length: "+g.rt.ToValue(n).String())
		}
		g.reserve(n * size)
		return args
	}
}

func repeat(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if count := number(argument(args, 0)); !math.IsInf(count, 0) { // goja says that such a count is invalid
		if count *= letters(this); count > maxString {
			g.refuse(rangeError, tooLong)
		}
		g.reserve(count)
	}
	return args
}

func pad(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	n := number(argument(args, 0))
	if n > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(n)
	return args
}

func raw(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if o, ok := argument(args, 0).(*goja.Object); ok {
		if length(o.Get("raw")) > maxLike {
			g.refuse(rangeError, tooLong)
		}
	}
	return args
}

func concatStrings(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	n := letters(this)
	for _, v := range args {
		n += letters(v)
	}
	if n > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(n)
	return args
}

func normalize(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if letters(this) > maxString/18 { // a letter can become 18
		g.refuse(rangeError, tooLong)
	}
	return args
}

// matches prepares the RegExp of a method of strings.
func matches(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.match(argument(args, 0), this, true)
	return pattern(g, this, args)
}

func splits(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.match(argument(args, 0), this, true)
	if s, ok := argument(args, 0).(goja.String); ok && s.Length() == 0 {
		g.reserve(letters(this) * 64)
	}
	return args
}

// matchesOf is matches for a method of RegExp.
func matchesOf(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.match(this, argument(args, 0), true)
	return args
}

func exec(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.match(this, argument(args, 0), false)
	return args
}

// replace bounds what "$`" and "$'" make: each of them can be the whole text, at each letter of it.
func replace(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.match(argument(args, 0), this, true)
	by, ok := argument(args, 1).(goja.String)
	if n := letters(this); ok && n*n > maxQuadrate {
		if s := by.String(); strings.Contains(s, "$`") || strings.Contains(s, "$'") {
			g.refuse(rangeError, tooLong)
		}
	}
	return args
}

func pattern(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if letters(argument(args, 0)) > maxPattern {
		g.refuse(syntaxError, "Invalid regular expression: "+tooComplex)
	}
	return args
}

func keys(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if letters(argument(args, 0)) > maxKeys {
		g.refuse(rangeError, tooMany)
	}
	return args
}

func assign(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	for i := range args {
		keys(g, this, args[i:])
	}
	return args
}

// source bounds what eval and Function compile.
func source(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	for _, v := range args {
		if s, ok := v.(goja.String); ok {
			if err := CheckSource(s.String()); err != nil {
				g.refuse(rangeError, err.Error())
			}
		}
	}
	return args
}

func bigInt(v goja.Value) *big.Int {
	n, _ := v.Export().(*big.Int)
	return n
}

func parseBigInt(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	s, ok := argument(args, 0).(goja.String)
	if !ok || s.Length() <= maxDigits {
		return args
	}
	if text := s.String(); s.Length() > maxBits/4 || len(text) < 2 || text[0] != '0' || !strings.ContainsAny(text[1:2], "xXoObB") {
		g.refuse(syntaxError, tooBig)
	}
	return args
}

// asIntN has goja make no larger number than is needed.
func asIntN(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if n := bigInt(argument(args, 1)); n != nil && number(args[0]) > float64(n.BitLen()+2) && number(args[0]) < 1<<53 {
		return []goja.Value{g.rt.ToValue(n.BitLen() + 2), args[1]}
	}
	return args
}

func asUintN(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if n := bigInt(argument(args, 1)); n != nil && number(args[0]) > maxBits && n.Sign() < 0 {
		g.refuse(rangeError, tooBig)
	}
	return args
}

func showBigInt(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if n := bigInt(this); n != nil && n.BitLen() > maxShown {
		g.refuse(rangeError, tooBig)
	}
	return args
}

// newProxy bounds proxies of proxies: goja asks them one after the other on the stack of Go.
func newProxy(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	for _, v := range args {
		if o, ok := v.(*goja.Object); ok && g.reaches(o, nil, new(int)) {
			g.refuse(rangeError, tooDeep)
		}
	}
	return args
}

func setPrototype(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	o, _ := argument(args, 0).(*goja.Object)
	proto, _ := argument(args, 1).(*goja.Object)
	for range maxProxies { // a proxy without a trap passes it on to its target
		p, ok := asProxy(o)
		if o == nil || !ok {
			break
		}
		o = p.Target()
	}
	if o != nil && proto != nil && g.reaches(proto, o, new(int)) {
		g.refuse(rangeError, "Cyclic __proto__ value")
	}
	return args
}

func setProto(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if len(args) > 0 {
		setPrototype(g, nil, []goja.Value{this, args[0]})
	}
	return args
}

// reaches reports whether looking up a property of from may lead to the object to, through prototypes and through
// the targets and handlers of proxies, or passes too many proxies. Nothing of the script is called.
func (g *Guard) reaches(from, to *goja.Object, proxies *int) bool {
	for o := from; o != nil; {
		if o == to && *proxies > 0 {
			return true
		}
		p, ok := asProxy(o)
		if !ok {
			o = o.Prototype()
			continue
		}
		if *proxies++; *proxies > maxProxies {
			return true
		}
		if h := p.Handler(); h != nil && g.reaches(h, to, proxies) {
			return true
		}
		o = p.Target()
	}
	return false
}
