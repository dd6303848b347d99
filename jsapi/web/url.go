// This file holds the Go side of URL and URLSearchParams.

package web

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// urlNatives are the arguments of url.js:
// parse(href, base or undefined) and change(href, property, value) → the parts of a URL in the order of parts, or
// undefined; parseQuery(text) → names and values in turn; formatQuery of those → text;
// wellFormed(text) → the text without halves of characters; uuid() → a random UUID.
func urlNatives(p *platform) map[string]native {
	return map[string]native{
		"parse": func(call goja.FunctionCall) goja.Value {
			var base *urlRecord
			if v := call.Argument(1); !goja.IsUndefined(v) {
				var ok bool
				if base, ok = parseURL(v.String(), nil); !ok {
					return goja.Undefined()
				}
			}
			u, ok := parseURL(call.Argument(0).String(), base)
			if !ok {
				return goja.Undefined()
			}
			return p.urlParts(u)
		},
		"change": func(call goja.FunctionCall) goja.Value {
			u, ok := parseURL(call.Argument(0).String(), nil)
			if !ok || !u.set(call.Argument(1).String(), call.Argument(2).String()) {
				return goja.Undefined()
			}
			return p.urlParts(u)
		},
		"wellFormed": func(call goja.FunctionCall) goja.Value {
			return p.toWellFormed(goja.FunctionCall{This: call.Argument(0)})
		},
		"uuid": p.randomUUID,
		"parseQuery": func(call goja.FunctionCall) goja.Value {
			return p.stringArray(parseQuery(guard.Text(p.vm, call.Argument(0)), p.need))
		},
		"formatQuery": func(call goja.FunctionCall) goja.Value {
			return p.vm.ToValue(formatQuery(p.stringList(call.Argument(0)), p.need))
		},
	}
}

func (p *platform) urlParts(r *urlRecord) goja.Value {
	u := r.u
	return p.stringArray([]string{
		r.String(), r.origin(), u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port(),
		r.pathname(), u.Search(), u.Hash(),
	})
}

func (p *platform) stringArray(list []string) goja.Value {
	values := make([]any, len(list))
	for i, s := range list {
		values[i] = s
	}
	return p.vm.NewArray(values...)
}

// stringList is the inverse of stringArray. One text may be in the list many times, and each is a copy if goja stores it as UTF-16.
func (p *platform) stringList(v goja.Value) []string {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return nil
	}
	n := int(o.Get("length").ToInteger())
	list := make([]string, 0, min(n, needPart))
	for i := range n {
		if i%1024 == 0 {
			guard.Hear(p.vm)
		}
		text := ""
		if item := o.Get(strconv.Itoa(i)); item != nil {
			text = guard.Text(p.vm, item)
		}
		list = append(list, text)
	}
	return list
}
