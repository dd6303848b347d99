// This file turns direct calls of eval into indirect ones in text that is compiled while a script runs.
// bundle/rewrite_eval.go does this in modules. All calls of eval are indirect anyway, see compilers. But
// goja compiles a function with a call that looks direct in another way, which in strict code confuses
// variables or allocates any amount of memory.

package guard

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// evaluated is the check of eval.
func evaluated(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	source(g, this, args)
	text, ok := argument(args, 0).(goja.String)
	if ok {
		g.literals(patterns.MayRepeat(text.String()), text.String())
	}
	if !ok || !mayCallEval(text.String()) {
		return args
	}
	return []goja.Value{g.rt.ToValue(insertIndirect(text.String(), g.directCalls(text.String())))}
}

// kinds are the kinds of functions that the constructors make. The meaning of their text depends on the
// kind.
var kinds = []string{"function", "async function", "function*", "async function*"}

// composed is the check of Function and the similar constructors. The last argument is the body, and the
// others are parameters.
func composed(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	given, letters := make([]goja.Value, len(args)), 0
	for i, v := range args {
		text := g.textOf(v) // only once, since an object may return another text each time
		given[i] = text
		if letters += text.Length(); letters > maxSource {
			g.refuse(rangeError, errLarge.Error())
		}
	}
	source(g, this, given)
	may, texts := functionTexts(given)
	g.literals(may, texts...)
	if !slices.ContainsFunc(given, func(v goja.Value) bool { return mayCallEval(v.String()) }) {
		return given
	}
	return indirectParts(g, given)
}

// indirectParts makes the calls of eval indirect in the texts from which a function is composed.
func indirectParts(g *Guard, args []goja.Value) []goja.Value {
	texts := make([]string, len(args))
	for i, v := range args {
		texts[i] = v.String()
	}
	const between = ",\n"
	last := len(texts) - 1
	for _, kind := range kinds {
		head := "(" + kind + " f("
		calls := g.directCalls(head + strings.Join(texts[:last], between) + "\n) {\n" + texts[last] + "\n})")
		if len(calls) == 0 {
			continue // the text is not a function of this kind, or it has no such call
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

// mayCallEval reports whether a text may contain the name eval, which may be written with escapes.
func mayCallEval(text string) bool {
	return strings.Contains(text, "eval") || strings.Contains(text, `\u`)
}

// directCalls returns the offsets of the name eval in the calls of it, in order. It returns none for a
// text with a syntax error.
func (g *Guard) directCalls(text string) []int {
	program, err := parser.ParseFile(nil, "", text, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil
	}
	var calls []int
	g.visit(reflect.ValueOf(program.Body), &calls)
	slices.Sort(calls)
	return slices.Compact(calls)
}

// visit adds the offsets of the calls in a syntax tree to calls.
func (g *Guard) visit(v reflect.Value, calls *[]int) {
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
		g.visit(v.Elem(), calls)
	case reflect.Slice:
		for i := range v.Len() {
			if i%1024 == 0 {
				g.hear()
			}
			g.visit(v.Index(i), calls)
		}
	case reflect.Struct:
		if v.Type().PkgPath() != nodes.PkgPath() {
			return // a position, which has no nodes
		}
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "DeclarationList" { // the body has its parts too
				g.visit(v.Field(i), calls)
			}
		}
	}
}

var (
	nodes = reflect.TypeFor[ast.Program]()
	// written matches a name, which may have escapes: ev\u0061l is eval.
	written = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\w|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4})+`) })
)

// insertIndirect writes the name at each of the offsets as (0, name).
func insertIndirect(text string, places []int) string {
	var b strings.Builder
	from := 0
	for _, at := range places {
		name := written().FindString(text[at:])
		b.WriteString(text[from:at] + "(0, " + name + ")")
		from = at + len(name)
	}
	return b.String() + text[from:]
}
