// This file has the checks of functions that list keys, make proxies or set prototypes.

package guard

import (
	"github.com/dop251/goja"
)

func keys(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	g.keysOf(argument(args, 0), perKey)
	return args
}

// entries is keys for a function that makes an object of each key.
func entries(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	g.keysOf(argument(args, 0), perEntry)
	return args
}

// keysOf bounds the keys of an object or a text, which are made in one call, and reserves the memory for them.
func (g *Guard) keysOf(v goja.Value, bytes float64) {
	n := letters(v)
	o, isObject := v.(*goja.Object)
	if isObject {
		n = float64(ownCount(o))
	}
	if n <= longList {
		return
	}
	if n > maxKeys && (!isObject || !isArray(o)) {
		g.refuse(rangeError, tooMany)
	}
	g.reserve(n * bytes)
	g.hear()
	if target := behind(o); target != nil {
		orderNames(target)
	}
}

func assign(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	for i := range args {
		g.keysOf(args[i], perKey)
	}
	return args
}

// described is keys for the second argument, which has descriptors.
func described(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	g.keysOf(argument(args, 1), perEntry)
	return args
}

// newProxy bounds the number of nested proxies, since goja follows them recursively on the stack of Go.
func newProxy(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	g.instances()
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
	o = behind(o) // a proxy without a trap sets the prototype of its target
	if o != nil && proto != nil && g.reaches(proto, o, new(int)) {
		g.refuse(rangeError, "Cyclic __proto__ value")
	}
	if proto != nil && hasTooManyPrototypes(proto) {
		g.refuse(rangeError, tooManyPrototypes)
	}
	return args
}

func setProto(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if len(args) > 0 {
		setPrototype(g, nil, []goja.Value{this, args[0]})
	}
	return args
}

// reaches reports whether a lookup of a property of from may lead to the object to through at least one
// proxy, or passes too many proxies. It follows prototypes and the targets and handlers of proxies, and
// calls no code of the script. proxies counts the proxies so far.
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
