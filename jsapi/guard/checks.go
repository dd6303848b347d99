// This file lists which check each built-in function has.

package guard

import (
	"math"
	"reflect"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/fdlibm"
)

// The limits of a single call. A letter is a UTF-16 unit.
const (
	maxString  = 1<<29 - 24 // letters of a string, as in V8
	maxArray   = 1 << 26    // elements of an array
	maxLike    = 1 << 24    // elements of an array-like object, each of which takes longer
	maxArgs    = 1 << 20
	maxBytes   = maxString
	maxJSON    = 10_000
	maxSteps   = 1 << 20
	maxFlat    = 5000    // levels of nested arrays
	maxProxies = 1000    // proxies of proxies
	MaxPattern = 1 << 17 // letters of a regular expression
	maxBits    = 1 << 22 // of a BigInt; the digits of a longer one would take goja more than half a second
	maxDigits  = 1 << 20 // decimal digits of a text that becomes a BigInt
	MaxRules   = 1 << 24 // letters of a text to which the rules of a language are applied, which nothing interrupts
	maxKeys    = 1 << 22 // letters of a string that is used as an object, and elements of a typed array
)

// Estimates of the allocated memory, in bytes.
const (
	growing    = 2.25 // a letter of a text that grows while it is written
	perNormal  = 40   // a letter of a text that is normalized, at worst
	perElement = 20   // an element of a list
	perCopied  = 50   // an element that becomes a value, and is copied into an array that grows
	perLevel   = 80   // an array that is counted
	perMessage = 6    // a letter of the message of an error
	perPart    = 64   // a part of a text that is split
	perKey     = 100  // an index that becomes a text
	perEntry   = 720  // an index and a value in an object
)

// Classes of errors, and messages.
const (
	rangeError, syntaxError = "RangeError", "SyntaxError"

	tooLong    = "Invalid string length"
	tooMany    = "Invalid array length"
	tooDeep    = "Maximum call stack size exceeded"
	tooBig     = "Maximum BigInt size exceeded"
	tooComplex = "Regular expression too large"
)

// These are the names in checks for the methods of RegExp.prototype that are named by symbols.
const (
	methodOfRegExp   = "RegExp.prototype[]" // Symbol.search
	matchOfRegExp    = "RegExp.prototype[match]"
	matchAllOfRegExp = "RegExp.prototype[matchAll]"
	replaceOfRegExp  = "RegExp.prototype[replace]"
)

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

// wrappers are functions that change this for other functions by name, before their check. The result of a wrapper is the
// function that is called instead.
var wrappers = sync.OnceValue(func() map[string]func(*Guard, function) function {
	table := map[string]func(*Guard, function) function{
		"TypedArray.prototype.set": ofEmpty, "TypedArray.prototype.sort": ofSortedView, "TypedArray.prototype.toSorted": ofSortedCopy, "Function.prototype.toString": ofRevoked, "Object.fromEntries": ofEntries, "Uint8Array.fromHex": ofHex, "Uint8Array.prototype.setFromHex": ofHex,
		matchOfRegExp: ofExtraFlags, matchAllOfRegExp: ofAllMatches, replaceOfRegExp: ofExecuted, "RegExp.prototype.exec": ofPlaces, "RegExp.prototype.unicode": ofUnicode, splitOfRegExp: ofSplitter, "Array.prototype.flat": ofFlat, "Array.prototype.join": ofJoin,
		"Object.defineProperty": ofIndexes, "Reflect.defineProperty": ofIndexes, "Object.defineProperties": ofAllIndexes,
		"String.raw": ofRaw, "encodeURI": ofParts, "encodeURIComponent": ofParts, "escape": ofParts,
		"String.prototype.match": ofMethod(goja.SymMatch, false), "String.prototype.matchAll": ofMethod(goja.SymMatchAll, true), "String.prototype.search": ofMethod(goja.SymSearch, false),
		"String.prototype.split": ofSplit, "String.prototype.replace": ofMethod(goja.SymReplace, false), "String.prototype.replaceAll": ofMethod(goja.SymReplace, true),
	}
	table["Generator.prototype.next"], table["Generator.prototype.throw"] = ofGenerator("next"), ofGenerator("throw")
	table["Object.getOwnPropertyDescriptors"], table["Object.assign"] = ofDescriptors, ofAssign
	table["Number.prototype.toString"] = ofRadix
	table["parseFloat"], table["Number.parseFloat"] = ofParseFloat, ofParseFloat
	table["Object.prototype.toLocaleString"] = ofLocaleString
	table["Generator.prototype.return"] = ofGenerator("return")
	table["Object.create"], table["Reflect.construct"] = ofPrototypes, ofPrototypes
	table["Array.prototype.indexOf"], table["Array.prototype.lastIndexOf"] = ofSearch(false, indexFound), ofSearch(true, indexFound)
	table["Array.prototype.includes"] = ofSearch(false, isFound)
	for _, name := range []string{"copyWithin", "reverse", "toLocaleString"} {
		table["Array.prototype."+name] = ofLongThis
	}
	for _, name := range []string{"concat", "slice", "sort", "toReversed", "toSorted", "toSpliced", "with"} {
		table["Array.prototype."+name] = ofCopiedThis
	}
	table["Array.prototype.fill"], table["Array.prototype.shift"], table["Array.prototype.unshift"], table["Array.prototype.splice"] = ofThis, ofShift, ofUnshift, ofSplice
	for _, name := range []string{"every", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "map", "reduce", "reduceRight", "some"} {
		table["Array.prototype."+name] = ofThisCalls
	}
	for _, name := range []string{"concat", "localeCompare", "normalize", "padEnd", "padStart", "repeat"} {
		table["String.prototype."+name] = ofText
	}
	table["String.prototype.trim"], table["String.prototype.trimStart"], table["String.prototype.trimEnd"] = ofTrim(true, true), ofTrim(true, false), ofTrim(false, true)
	table["String.prototype.toLowerCase"], table["String.prototype.toLocaleLowerCase"] = ofCase(true), ofCase(true)
	table["String.prototype.toUpperCase"], table["String.prototype.toLocaleUpperCase"] = ofCase(false), ofCase(false)
	for name, f := range computed {
		table["Math."+name] = ofOne(f)
	}
	for _, name := range []string{"union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom"} {
		table["Set.prototype."+name] = ofSetLike
	}
	table["Date.parse"], table["Date.prototype.toISOString"] = ofDateParse, ofISODate
	table["Math.atan2"], table["Math.pow"] = ofTwo(fdlibm.Atan2), ofTwo(fdlibm.Pow)
	return table
})

// checks are the checks of functions by name. "new X" is the constructor X.
var checks = sync.OnceValue(func() map[string]check {
	table := map[string]check{
		"new Proxy": newProxy, "Object.setPrototypeOf": setPrototype, "Reflect.setPrototypeOf": setPrototype, "Object.prototype.__proto__": setProto,
		"Reflect.apply": listAt(2), "Reflect.construct": listAt(1), "Function.prototype.apply": listAt(1),
		"Array.from": likeAt(0), "TypedArray.from": parsedLike, "Array.prototype.concat": concatArrays, "Array.prototype.flat": flat, "Array.prototype.join": join, "Array.prototype.toLocaleString": showElements,
		"TypedArray.prototype.join": joinNumbers, "TypedArray.prototype.toString": joinNumbers, "TypedArray.prototype.toLocaleString": showNumbers,
		"new RegExp": pattern, "RegExp": calledPattern, "String.prototype.match": pattern, "String.prototype.matchAll": pattern, "String.prototype.search": pattern, "String.prototype.split": splits,
		"RegExp.prototype.compile": pattern, "RegExp.prototype.exec": exec, "RegExp.prototype.test": exec,
		"String.prototype.repeat": repeat, "String.prototype.padStart": pad, "String.prototype.padEnd": pad, "String.prototype.localeCompare": localeCompare, "JSON.parse": parse,
		"String.prototype.concat": concatStrings, "String.prototype.normalize": normalize,
		"String.prototype.replace": replace, "String.prototype.replaceAll": replaceAll,
		"BigInt": parseBigInt, "BigInt.asIntN": asIntN, "BigInt.asUintN": asUintN, "BigInt.prototype.toString": showBigInt, "BigInt.prototype.toLocaleString": showBigInt,
		"Object.keys": keys, "Object.values": keys, "Object.entries": entries, "Object.getOwnPropertyNames": keys, "Object.getOwnPropertyDescriptors": entries, "Reflect.ownKeys": keys,
		"Object.assign": assign, "Object.defineProperties": described, "Object.create": described,
		"eval": evaluated, "Function": composed, "new Function": composed,
		"async function": composed, "new async function": composed, "function*": composed, "new function*": composed,
		"new Set": hashed, "Promise.all": spells, "Promise.allSettled": spells, "Promise.any": spells, "Promise.race": spells,
		"new ArrayBuffer": buffer, methodOfRegExp: matchesOf, matchOfRegExp: matchesOf, matchAllOfRegExp: matchesOf, splitOfRegExp: partsOf, replaceOfRegExp: replacesOf,
	}
	for _, name := range []string{"copyWithin", "every", "fill", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "includes", "indexOf",
		"lastIndexOf", "map", "reduce", "reduceRight", "reverse", "shift", "slice", "some", "sort", "splice", "toReversed", "toSorted",
		"toSpliced", "toString", "unshift", "with"} {
		table["Array.prototype."+name] = elements
	}
	for _, name := range []string{"Math.max", "Math.min", "Math.hypot", "String.fromCharCode", "String.fromCodePoint", "TypedArray.of"} {
		table[name] = parsed
	}
	table["new Date"] = ofDateText
	table["Number"], table["new Number"], table["Math.imul"], table["Math.clz32"] = ofNumber, ofNumber, ofBits, ofBits
	table["Array.prototype.sort"], table["Array.prototype.toSorted"], table["TypedArray.prototype.set"] = sorted, sorted, parsedListAt
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

// number returns v as a number if it is a number or a string, and 0 otherwise. It calls no code of the
// script.
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

// length returns the property length of an object, and 0 for any other value. For a proxy it reads the
// property of the target, without the traps.
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

// asProxy returns o as a proxy. ok is false if o is not a proxy.
func asProxy(o *goja.Object) (p goja.Proxy, ok bool) {
	if o == nil || o.ExportType() != reflect.TypeFor[goja.Proxy]() {
		return p, false
	}
	p, ok = Export(o).(goja.Proxy)
	return p, ok
}

// behind returns the object that proxies stand for: o itself if it is no proxy, and nil if one of the proxies was revoked.
func behind(o *goja.Object) *goja.Object {
	for range maxProxies {
		p, ok := asProxy(o)
		if !ok {
			break
		}
		o = p.Target()
	}
	return o
}

// reserve counts bytes that will be allocated, and calls Options.Reserve when more than 4 MiB have been
// counted since the last call.
func (g *Guard) reserve(bytes float64) {
	if g.owed += max(0, bytes); g.o.Reserve != nil && g.owed > 1<<22 {
		counted := g.owed
		g.owed = 0
		g.o.Reserve(bytes, counted)
	}
}

// took counts the letters of a string that a function returned, since no check may have reserved memory
// for them.
func (g *Guard) took(letters int) {
	if letters > longText && g.o.Reserve != nil {
		if g.owed += float64(letters); g.owed > 1<<22 {
			counted := g.owed
			g.owed = 0
			g.o.Reserve(0, counted)
		}
	}
}

// buffer bounds the size of an ArrayBuffer.
func buffer(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	return bytesOf(1)(g, this, numeric(args, 0))
}

func bytesOf(size float64) check {
	return func(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
		most := float64(maxParsed)
		if size == 8 { // some of them have BigInts
			most = maxDigitsAll
		}
		args = g.parsedList(args, most)
		v := argument(args, 0)
		n := number(v)
		if o, ok := v.(*goja.Object); ok && o.ExportType() != reflect.TypeFor[goja.ArrayBuffer]() {
			if place, ok := ViewOf(o); ok {
				if n = float64(place.Length); n > 0 && !hasPlainName(o) {
					args = with(args, 0, g.elementsOfView(o, place.Length))
				}
			} else if hasPlainLength(o) {
				n = length(v)
			} else {
				w := &view{g: g, of: o}
				w.size = size
				return with(args, 0, g.shown(w))
			}
		}
		if n*size > maxBytes {
			g.refuse(rangeError, "Invalid typed array length: "+g.rt.ToValue(n).String())
		}
		g.reserve(n * size)
		return args
	}
}

// source bounds the text that eval and Function compile.
func source(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	for _, v := range args {
		if s, ok := v.(goja.String); ok {
			if s.Length() > maxSource {
				g.refuse(rangeError, errLarge.Error())
			}
			if err := CheckSource(s.String()); err != nil {
				g.refuse(rangeError, err.Error())
			}
		}
	}
	return args
}

// Need is called by Go functions before, or directly after, they allocate memory for a script. It panics
// if the memory is not available, or if the Runtime was interrupted.
func Need(rt *goja.Runtime, bytes int) {
	if bytes < smallNeed {
		return
	}
	if v, ok := guards.Load(rt); ok {
		g := v.(*Guard)
		g.reserve(float64(bytes))
		g.hear()
	}
}

// Hear panics if the Runtime was interrupted. A Go function that works long for a script calls it every few milliseconds.
func Hear(rt *goja.Runtime) {
	if v, ok := guards.Load(rt); ok {
		v.(*Guard).hear()
	}
}

func (g *Guard) hear() {
	if g.o.Stopped != nil && g.o.Stopped() {
		g.interrupted()
	}
}

// smallNeed is the size in bytes below which Need does nothing. The periodic check of the heap covers
// such allocations.
const smallNeed = 1 << 10
