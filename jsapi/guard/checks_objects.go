// This file has the checks of functions of objects: how deep they are, how many keys they have, their prototypes.

package guard

import (
	"strconv"

	"github.com/dop251/goja"
)

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
