// This file makes indirect calls of eval(text) out of direct ones in text that is compiled while a script runs, as bundle/rewrite_eval.go
// does in modules. All calls of eval are indirect ones: see compilers. But goja compiles a function around a call that looks direct
// in another way, which in strict code mixes up variables, or asks for any amount of memory.
package guard

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

// evaluated is the check of eval.
func evaluated(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	source(g, this, args)
	text, ok := argument(args, 0).(goja.String)
	if !ok || !mayCallEval(text.String()) {
		return args
	}
	return []goja.Value{g.rt.ToValue(insertIndirect(text.String(), directCalls(text.String())))}
}

// kinds are those of the functions that the constructors make. What their text means depends on it.
var kinds = []string{"function", "async function", "function*", "async function*"}

// composed is the check of Function and its like: the last argument is the body, the others are parameters.
func composed(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	given := make([]goja.Value, len(args))
	for i, v := range args {
		given[i] = v.ToString() // an object may give another text each time it is asked
	}
	source(g, this, given)
	if !slices.ContainsFunc(given, func(v goja.Value) bool { return mayCallEval(v.String()) }) {
		return given
	}
	return indirectParts(g, given)
}

// indirectParts changes the texts from which a function is composed.
func indirectParts(g *Guard, args []goja.Value) []goja.Value {
	texts := make([]string, len(args))
	for i, v := range args {
		texts[i] = v.String()
	}
	const between = ",\n"
	last := len(texts) - 1
	for _, kind := range kinds {
		head := "(" + kind + " f("
		calls := directCalls(head + strings.Join(texts[:last], between) + "\n) {\n" + texts[last] + "\n})")
		if len(calls) == 0 {
			continue // no function of this kind
		}
		changed, start := make([]goja.Value, len(texts)), len(head)
		for i, text := range texts {
			if i == last {
				start += len("\n) {\n") - len(between)
			}
			var own []int
			for _, at := range calls {
				if at >= start && at < start+len(text) {
					own = append(own, at-start)
				}
			}
			changed[i] = g.rt.ToValue(insertIndirect(text, own))
			start += len(text) + len(between)
		}
		return changed
	}
	return args
}

// mayCallEval reports whether a text has the name, which may be written with escapes.
func mayCallEval(text string) bool {
	return strings.Contains(text, "eval") || strings.Contains(text, `\u`)
}

// directCalls returns where in a text the name eval stands that is called, in order. A text with a syntax error has no such place.
func directCalls(text string) []int {
	program, err := parser.ParseFile(nil, "", text, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil
	}
	var calls []int
	visit(reflect.ValueOf(program.Body), &calls)
	slices.Sort(calls)
	return slices.Compact(calls)
}

// visit looks for the calls in a tree of nodes.
func visit(v reflect.Value, calls *[]int) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if call, ok := v.Interface().(*ast.CallExpression); ok {
			if name, ok := call.Callee.(*ast.Identifier); ok && name.Name == "eval" {
				*calls = append(*calls, int(name.Idx)-1)
			}
		}
		visit(v.Elem(), calls)
	case reflect.Slice:
		for i := range v.Len() {
			visit(v.Index(i), calls)
		}
	case reflect.Struct:
		if v.Type().PkgPath() != nodes.PkgPath() {
			return // a number
		}
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "DeclarationList" { // whose parts are in the body, too
				visit(v.Field(i), calls)
			}
		}
	}
}

var (
	nodes = reflect.TypeFor[ast.Program]()
	// written is a name as it may be written: ev\u0061l is eval.
	written = regexp.MustCompile(`^(\w|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4})+`)
)

// insertIndirect puts the name at each of the places into (0, …).
func insertIndirect(text string, places []int) string {
	var b strings.Builder
	from := 0
	for _, at := range places {
		name := written.FindString(text[at:])
		b.WriteString(text[from:at] + "(0, " + name + ")")
		from = at + len(name)
	}
	return b.String() + text[from:]
}
