// This file recognises reducers that join two lists, and joins the lists in Go.

package langgraph

import (
	"regexp"
	"sync"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/runtime"
)

// joinForms match the source texts of functions that join two lists. The first two groups of a form are
// the parameters, and the others are the names at the places where the parameters must occur.
var joinForms = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		joinForm(`(\w+)\.concat\((\w+)\)`),
		joinForm(`\[\s*\.\.\.(\w+),\s*\.\.\.(\w+)\s*\]`),
		joinForm(`(\w+)\.concat\(Array\.isArray\((\w+)\) \? (\w+) : \[(\w+)\]\)`),
	}
})

func joinForm(body string) *regexp.Regexp {
	return regexp.MustCompile(`^\((\w+), (\w+)\) => (?:` + body + `|\{\s*return ` + body + `;\s*\})$`)
}

// joins reports whether the source text of f shows that f takes two lists and returns their elements as
// one new list, those of the first before those of the second.
func joins(f *function) bool {
	text := f.value.String()
	if len(text) > 200 {
		return false
	}
	for _, form := range joinForms() {
		m := form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		first, second, rest := m[1], m[2], m[3:]
		if rest[0] == "" {
			rest = rest[len(rest)/2:]
		}
		if first == second || rest[0] != first {
			return false
		}
		for _, name := range rest[1:] {
			if name != "" && name != second {
				return false
			}
		}
		return true
	}
	return false
}

// joined returns a list with the elements of v followed by those of others. It returns nil if one of
// them is not an ordinary array, or if the script has replaced the methods that join arrays.
func (api *API) joined(v goja.Value, others []runtime.Value) runtime.Value {
	if !api.values.OwnLists() {
		return nil
	}
	first, ok := api.values.PlainList(v)
	if !ok {
		return nil
	}
	n := len(first)
	for _, o := range others {
		items, ok := api.values.PlainList(api.toJS(o))
		if !ok {
			return nil
		}
		n += len(items)
	}
	all := append(make([]goja.Value, 0, n), first...)
	for _, o := range others {
		items, _ := api.values.PlainList(api.toJS(o))
		all = append(all, items...)
	}
	return api.printer.NewArray(all)
}
