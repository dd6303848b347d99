// This file changes text that is compiled while a script runs, where goja compiles it wrongly:
//
//   - Direct calls of eval become indirect ones. All calls of eval are indirect anyway, see compilers. But goja compiles a function
//     with a call that looks direct in another way, which in strict code confuses variables or allocates any amount of memory.
//   - A try statement with catch and finally becomes two: see finally.go.
//   - A chain with ?. in which a list is spread becomes a function that is called. If the chain ends early, goja leaves something on its
//     stack, which is gone when the function returns.
//   - A test that is constant becomes one that is not. goja compiles what such a test leaves out, and then throws the code away. But
//     its break and continue statements change instructions of the code around it.
//   - A class that assigns to its own name reads it, too. goja leaves out a name that is never read, but then functions that assign
//     to it look for other variables in the wrong place.
//   - A literal with the flag d or v, or with a property of Unicode, becomes a call of RegExp, which knows them; goja does not.
//
// Modules are changed by bundle/rewrite_eval.go and bundle/rewrite_tests.go, and by finally.go.

package guard

import (
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// evaluated is the check of eval.
func evaluated(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	source(g, this, args)
	text, ok := argument(args, 0).(goja.String)
	if ok {
		g.literals(patterns.MayRepeat(text.String()), text.String())
	}
	if ok {
		g.parses(text.String())
	}
	if !ok || !mayNeedRepair(text.String()) {
		return args
	}
	return []goja.Value{g.rt.ToValue(insertAll(text.String(), 0, g.repairs(text.String())))}
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
	if slices.ContainsFunc(given, func(v goja.Value) bool { return strings.Contains(v.String(), "...") }) {
		parts := make([]string, len(given))
		for i, v := range given {
			parts[i] = v.String()
		}
		g.parses(composedTexts(parts)...)
	}
	if !slices.ContainsFunc(given, func(v goja.Value) bool { return mayNeedRepair(v.String()) }) {
		return given
	}
	return repairParts(g, given)
}

// repairParts changes the texts from which a function is composed.
func repairParts(g *Guard, args []goja.Value) []goja.Value {
	texts := make([]string, len(args))
	for i, v := range args {
		texts[i] = v.String()
	}
	const between = ",\n"
	last := len(texts) - 1
	for _, kind := range kinds {
		head := "(" + kind + " f("
		all := g.repairs(head + strings.Join(texts[:last], between) + "\n) {\n" + texts[last] + "\n})")
		if len(all) == 0 {
			continue // the text is not a function of this kind, or needs no repair
		}
		changed, start := make([]goja.Value, len(texts)), len(head)
		for i, text := range texts {
			if i == last {
				start = len(head) + len(strings.Join(texts[:last], between)) + len("\n) {\n")
			}
			var own []insertion
			for _, in := range all {
				if in.at >= start && in.at <= start+len(text) {
					own = append(own, in)
				}
			}
			changed[i] = g.rt.ToValue(insertAll(text, start, own))
			start += len(text) + len(between)
		}
		return changed
	}
	return args
}

// Parse parses a text. goja's parser fails with an error of Go if a list that ends with three dots is not closed. Parse then returns
// an error.
func Parse(text string) (program *ast.Program, err error) {
	defer func() {
		if recover() != nil {
			program, err = nil, errUnclosed
		}
	}()
	return parser.ParseFile(nil, "", text, 0, parser.WithDisableSourceMaps)
}

var errUnclosed = errors.New("Invalid or unexpected token") //nolint:staticcheck // as V8 writes it

// parses throws a SyntaxError if goja's parser fails with an error of Go on one of the texts.
func (g *Guard) parses(texts ...string) {
	for _, text := range texts {
		if !strings.Contains(text, "...") {
			continue
		}
		if _, err := Parse(text); errors.Is(err, errUnclosed) {
			g.refuse(syntaxError, err.Error())
		}
	}
}

// mayNeedRepair reports whether a text may have one of the things that this file changes.
func mayNeedRepair(text string) bool {
	for _, word := range []string{"eval", `\u`, "finally", "break", "continue", "?.", "class"} { // with escapes, another text is eval, too
		if strings.Contains(text, word) {
			return true
		}
	}
	return newerLiteral().MatchString(text)
}

// newerLiteral matches what may be the end of a regular expression that goja does not know.
var newerLiteral = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`/[gimsuy]*[dv]|(?i:\\p\{)`) })

// insertion is a text that is inserted into another one, or that takes the place of a part of it.
type insertion struct {
	at   int // the offset
	text string
	over int // the length of the part
}

// repairs returns what has to be inserted into a text, in order. It returns nothing for a text with a syntax error.
func (g *Guard) repairs(text string) []insertion {
	program, err := Parse(text)
	if err != nil {
		return nil
	}
	r := repairer{g: g, text: text, done: map[insertion]bool{}}
	r.visit(reflect.ValueOf(program.Body))
	slices.SortStableFunc(r.all, func(a, b insertion) int { return a.at - b.at })
	return r.all
}

// repairer finds what has to be inserted into a text.
type repairer struct {
	g    *Guard
	text string
	all  []insertion
	done map[insertion]bool // a tree can have a node twice
}

func (r *repairer) insert(at file.Idx, text string) { r.replace(at, 0, text) }

func (r *repairer) replace(at file.Idx, over int, text string) {
	in := insertion{int(at) - 1, text, over}
	if !r.done[in] {
		r.done[in] = true
		r.all = append(r.all, in)
	}
}

// look inserts what a node needs.
func (r *repairer) look(node any) {
	switch n := node.(type) {
	case *ast.CallExpression:
		if name, ok := n.Callee.(*ast.Identifier); ok && name.Name == "eval" {
			r.insert(name.Idx, "(0, ")
			r.insert(name.Idx+file.Idx(len(written().FindString(r.text[name.Idx-1:]))), ")")
		}
	case *ast.OptionalChain:
		switch spread, awaits, yields := spreads(n); {
		case !spread || yields:
		case awaits:
			r.insert(n.Idx0(), "(await (async () => ")
			r.insert(n.Idx1(), ")())")
		default:
			r.insert(n.Idx0(), "(() => ")
			r.insert(n.Idx1(), ")()")
		}
	case *ast.TryStatement:
		if n.Catch != nil && n.Finally != nil {
			r.insert(n.Body.Idx0(), "{ try ")
			r.insert(n.Catch.Body.Idx1(), " }")
		}
	case *ast.ClassLiteral:
		if n.Name != nil && n.Name.Name != "await" && assigns(n, n.Name.Name) {
			r.insert(n.RightBrace, "; static { "+n.Name.Name.String()+" } ")
		}
	case *ast.RegExpLiteral:
		if n.Flags != "" && (strings.ContainsAny(n.Flags, "dv") || strings.Contains(n.Flags, "u") && strings.Contains(strings.ToLower(n.Pattern), `\p{`)) {
			pattern, _ := json.Marshal(n.Pattern) //nolint:errchkjson // of a string
			flags, _ := json.Marshal(n.Flags)     //nolint:errchkjson // of a string
			r.replace(n.Idx, len("//")+len(n.Pattern)+len(n.Flags), " new RegExp("+string(pattern)+", "+string(flags)+")")
		}
	case *ast.IfStatement:
		r.test(n.Test)
	case *ast.WhileStatement:
		r.test(n.Test)
	case *ast.ForStatement:
		r.test(n.Test)
	}
}

// spreads reports whether a chain has a list that is spread, and await or yield.
func spreads(chain *ast.OptionalChain) (spread, awaits, yields bool) {
	eachNode(reflect.ValueOf(chain.Expression), func(node any) {
		switch node.(type) {
		case *ast.SpreadElement:
			spread = true
		case *ast.AwaitExpression:
			awaits = true
		case *ast.YieldExpression:
			yields = true
		}
	})
	return spread, awaits, yields
}

// assigns reports whether code in a class may assign to a name.
func assigns(class *ast.ClassLiteral, name unistring.String) bool {
	found := false
	in := func(target ast.Node) {
		eachNode(reflect.ValueOf(target), func(node any) {
			id, ok := node.(*ast.Identifier)
			found = found || ok && id.Name == name
		})
	}
	eachNode(reflect.ValueOf(class.Body), func(node any) {
		switch n := node.(type) {
		case *ast.AssignExpression:
			in(n.Left)
		case *ast.UnaryExpression:
			if n.Operator == token.INCREMENT || n.Operator == token.DECREMENT {
				in(n.Operand)
			}
		case *ast.ForIntoExpression:
			in(n.Expression)
		}
	})
	return found
}

// test makes a constant test one that is not.
func (r *repairer) test(test ast.Expression) {
	if test != nil && isConstant(test) {
		r.insert(test.Idx0(), "0, ")
	}
}

// isConstant reports whether goja may compute an expression when it compiles it.
func isConstant(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.BooleanLiteral, *ast.NumberLiteral, *ast.StringLiteral, *ast.NullLiteral:
		return true
	case *ast.UnaryExpression:
		return isConstant(e.Operand)
	case *ast.BinaryExpression:
		return isConstant(e.Left)
	}
	return false
}

// visit looks at the nodes of a part of a syntax tree.
func (r *repairer) visit(v reflect.Value) {
	n := 0
	eachNode(v, func(node any) {
		if n++; n%1024 == 0 {
			r.g.hear()
		}
		r.look(node)
	})
}

// eachNode calls f with the pointers in a part of a syntax tree.
func eachNode(v reflect.Value, f func(node any)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if v.Kind() == reflect.Pointer {
			f(v.Interface())
		}
		eachNode(v.Elem(), f)
	case reflect.Slice:
		for i := range v.Len() {
			eachNode(v.Index(i), f)
		}
	case reflect.Struct:
		if v.Type().PkgPath() != nodes.PkgPath() {
			return // a position, which has no nodes
		}
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "DeclarationList" { // the body has its parts too
				eachNode(v.Field(i), f)
			}
		}
	}
}

var (
	nodes = reflect.TypeFor[ast.Program]()
	// written matches a name, which may have escapes: ev\u0061l is eval.
	written = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\w|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4})+`) })
)

// insertAll inserts into a text that begins at the offset from.
func insertAll(text string, from int, list []insertion) string {
	var b strings.Builder
	last := 0
	for _, in := range list {
		b.WriteString(text[last:in.at-from] + in.text)
		last = in.at - from + in.over
	}
	return b.String() + text[last:]
}
