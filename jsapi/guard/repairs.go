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
//   - So does a function expression that assigns to its own name in a default of its parameters.
//   - An arrow function reads arguments twice: arguments[0] becomes (arguments, arguments)[0]. If the only place with that name is in an
//     arrow function, goja does not store the list where the arrow function looks for it.
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
	args = g.pairLastCharacters(args)
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
	given = g.pairLastCharacters(given)
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
	for _, word := range []string{"eval", `\u`, "finally", "break", "continue", "?.", "class", "function", "arguments"} { // with escapes, another text is eval, too
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
	r := repairer{g: g, text: text, done: map[insertion]bool{}, arrows: map[*ast.ArrowFunctionLiteral]bool{}}
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

	arrows map[*ast.ArrowFunctionLiteral]bool // those that readArguments has seen
}

func (r *repairer) insert(at file.Idx, text string) { r.replace(at, 0, text) }

// enclose puts texts before and behind an expression. Others that begin or end at the same places get their own.
func (r *repairer) enclose(from file.Idx, before string, to file.Idx, behind string) {
	n := len(r.all)
	if r.insert(from, before); from > 0 && len(r.all) > n {
		r.all = append(r.all, insertion{int(to) - 1, behind, 0})
	}
}

func (r *repairer) replace(at file.Idx, over int, text string) {
	in := insertion{int(at) - 1, text, over}
	if at > 0 && !r.done[in] { // some nodes have no place
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
			r.enclose(r.startOf(n), "(await (async () => ", n.Idx1(), ")())")
		default:
			r.enclose(r.startOf(n), "(() => ", n.Idx1(), ")()")
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
	case *ast.FunctionLiteral:
		if n.Name != nil {
			r.readName(n)
		}
	case *ast.ArrowFunctionLiteral:
		if !r.arrows[n] && strings.Contains(r.text, listOfArguments) {
			r.readArguments(n)
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

// startOf returns where an expression begins. Its node begins behind the bracket if its first part is in brackets.
func (r *repairer) startOf(e ast.Expression) file.Idx {
	start, end := int(e.Idx0())-1, int(e.Idx1())-1
	for range maxBrackets {
		if start < 0 || end > len(r.text) {
			break
		}
		if _, err := Parse("async function* f() { (" + r.text[start:end] + "\n); }"); err == nil {
			return file.Idx(start + 1)
		}
		start = strings.LastIndexByte(r.text[:start], '(')
	}
	return e.Idx0()
}

// maxBrackets is the number of brackets before an expression that startOf looks for.
const maxBrackets = 16

// readName reads the name of a function where its parameters assign to it: e = 1 becomes (e, e = 1).
func (r *repairer) readName(f *ast.FunctionLiteral) {
	name := f.Name.Name
	defaults := map[any]bool{} // what looks like an assignment in a pattern
	for _, p := range f.ParameterList.List {
		eachNode(reflect.ValueOf(p), func(node any) {
			switch n := node.(type) {
			case *ast.ArrayPattern:
				for _, e := range n.Elements {
					defaults[e] = true
				}
			case *ast.ObjectPattern:
				for _, property := range n.Properties {
					if keyed, ok := property.(*ast.PropertyKeyed); ok {
						defaults[keyed.Value] = true
					}
				}
			}
			if assignsIn(node, name) && !defaults[node] {
				e := node.(ast.Expression)
				end := e.Idx1()
				if u, ok := e.(*ast.UnaryExpression); ok && u.Postfix { // blanks may come before the operator
					end = u.Operand.Idx1()
					end += file.Idx(strings.Index(r.text[end-1:], u.Operator.String()) + len(u.Operator.String()))
				}
				r.enclose(e.Idx0(), "("+name.String()+", ", end, ")")
			}
		})
	}
}

// listOfArguments is the name of the arguments of a function.
const listOfArguments = "arguments"

// readArguments makes an arrow function, and those in it, read arguments twice.
func (r *repairer) readArguments(f *ast.ArrowFunctionLiteral) {
	set := map[any]bool{} // names that are declared or assigned to
	visit := func(node any) bool {
		switch n := node.(type) {
		case *ast.FunctionLiteral:
			return false
		case *ast.ArrowFunctionLiteral:
			r.arrows[n] = true
		case *ast.Binding:
			set[n.Target] = true
		case *ast.AssignExpression:
			set[n.Left] = true
		case *ast.UnaryExpression:
			if n.Operator == token.INCREMENT || n.Operator == token.DECREMENT {
				set[n.Operand] = true
			}
			if id, ok := n.Operand.(*ast.Identifier); ok && n.Operator == token.TYPEOF && id.Name == listOfArguments && r.from(id.Idx, listOfArguments) {
				set[n.Operand] = true // there may be no arguments, then typeof arguments is no error
				r.enclose(n.Idx, "(typeof "+listOfArguments+", ", id.Idx1(), ")")
			}
		case *ast.ArrayPattern, *ast.ObjectPattern:
			return false
		case *ast.PropertyShort:
			if n.Name.Name == listOfArguments && n.Initializer == nil {
				r.enclose(n.Name.Idx, listOfArguments+": ("+listOfArguments+", ", n.Name.Idx1(), ")")
			}
		case *ast.Identifier:
			if n.Name == listOfArguments && !set[n] && r.from(n.Idx, listOfArguments) {
				r.enclose(n.Idx, "("+listOfArguments+", ", n.Idx1(), ")")
			}
		}
		return true
	}
	someNodes(reflect.ValueOf(f.ParameterList), visit)
	someNodes(reflect.ValueOf(f.Body), visit)
}

// from reports whether a text is written at a place: a name may also be written with escapes.
func (r *repairer) from(at file.Idx, text string) bool { return strings.HasPrefix(r.text[at-1:], text) }

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
	eachNode(reflect.ValueOf(class.Body), func(node any) {
		if into, ok := node.(*ast.ForIntoExpression); ok {
			found = found || names(into.Expression, name)
		}
		found = found || assignsIn(node, name)
	})
	return found
}

// assignsIn reports whether a node is an expression that assigns to a name.
func assignsIn(node any, name unistring.String) bool {
	switch n := node.(type) {
	case *ast.AssignExpression:
		return names(n.Left, name)
	case *ast.UnaryExpression:
		return (n.Operator == token.INCREMENT || n.Operator == token.DECREMENT) && names(n.Operand, name)
	}
	return false
}

// names reports whether a name is in a part of a syntax tree.
func names(part ast.Node, name unistring.String) bool {
	found := false
	eachNode(reflect.ValueOf(part), func(node any) {
		id, ok := node.(*ast.Identifier)
		found = found || ok && id.Name == name
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
	someNodes(v, func(node any) bool {
		f(node)
		return true
	})
}

// someNodes is eachNode, but leaves out what is in a node for which f returns false.
func someNodes(v reflect.Value, f func(node any) bool) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() || v.Kind() == reflect.Pointer && !f(v.Interface()) {
			return
		}
		someNodes(v.Elem(), f)
	case reflect.Slice:
		for i := range v.Len() {
			someNodes(v.Index(i), f)
		}
	case reflect.Struct:
		for _, i := range parts(v.Type()) {
			someNodes(v.Field(i), f)
		}
	}
}

// partsOfTypes has the result of parts for each type.
var partsOfTypes sync.Map //nolint:gochecknoglobals // a cache

// parts returns the indices of the fields of a struct that can contain nodes.
func parts(t reflect.Type) []int {
	if known, ok := partsOfTypes.Load(t); ok {
		return known.([]int)
	}
	var list []int
	for i := range t.NumField() {
		f := t.Field(i).Type
		if f.Kind() == reflect.Slice {
			f = f.Elem()
		}
		switch f.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Slice, reflect.Struct:
			if t.PkgPath() == nodes.PkgPath() && t.Field(i).Name != "DeclarationList" { // the body has its parts too
				list = append(list, i)
			}
		}
	}
	partsOfTypes.Store(t, list)
	return list
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
