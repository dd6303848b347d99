// This file says what may be asked of which built-in function.

package guard

import (
	"math"
	"reflect"
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

// What is allocated for what is made, in bytes: for each letter of a text that grows as it is written, for each letter that is
// normalized, at worst, for each element of a list, for each letter of an error's message, and
// for each part of a text that is split.
const (
	growing    = 2.25
	perNormal  = 40
	perElement = 20
	perMessage = 6
	perPart    = 64
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
		"String.prototype.repeat": repeat, "String.prototype.padStart": pad, "String.prototype.padEnd": pad, "String.raw": raw, "String.prototype.localeCompare": localeCompare, "JSON.parse": parse,
		"String.prototype.concat": concatStrings, "String.prototype.normalize": normalize,
		"String.prototype.replace": replace, "String.prototype.replaceAll": replaceAll,
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
	for _, class := range []string{"Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"} {
		table[class], table["new "+class] = message, message
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

// reserve is told of what will be allocated at once. Much of it, or much since it was asked last, is asked for.
func (g *Guard) reserve(bytes float64) {
	if g.owed += max(0, bytes); g.o.Reserve != nil && g.owed > 1<<22 {
		g.owed = 0
		g.o.Reserve(bytes)
	}
}

// took is told how many letters a function returned, of which nobody may have known before.
func (g *Guard) took(letters int) {
	if letters > longText && g.o.Reserve != nil {
		if g.owed += float64(letters); g.owed > 1<<22 {
			g.owed = 0
			g.o.Reserve(0)
		}
	}
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

// Need is called by functions of Go before they allocate so many bytes for a script, or at once behind it. It ends the script if there
// is no memory for them.
func Need(rt *goja.Runtime, bytes int) {
	if bytes < smallNeed {
		return
	}
	if v, ok := guards.Load(rt); ok {
		g := v.(*Guard)
		if g.reserve(float64(bytes)); g.o.Stopped != nil && g.o.Stopped() {
			g.interrupted()
		}
	}
}

// smallNeed is what is left to those who look at the heap from time to time.
const smallNeed = 1 << 10
