package lazy

// This file finds the functions that can be compiled at their first call.

import (
	"maps"
	"reflect"
	"slices"
	"sort"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

// minBody is the minimum length of the body of a waiting function, in bytes. For a shorter body the cost
// is higher than the gain.
const minBody = 60

// kind is the syntactic form of a function.
type kind byte

const (
	expression  kind = iota // also an arrow function
	declaration             // its name is an outer variable
	method
	asyncMethod
	generatorMethod
)

// span is the place of a waiting function. The places are offsets in the code.
type span struct {
	start, params, body, end int // the starts of the function, of its parameters if it is a method, and of its body; the end
	kind                     kind
	sloppy                   bool     // whether the code around it is not strict
	names                    []string // the outer variables that it uses, except the shared ones
}

// sentinel is an outer variable of all waiting functions: the parameter of the function that contains the
// whole code.
const sentinel = "__hitlrun"

// Outline returns the comment that lists for Compile which functions can be compiled at their first call.
// It must be appended to the code. Outline returns nil if there is no such function, or if the code is
// short or is not code that the bundler made.
func Outline(code []byte) []byte {
	if len(code) < minCode {
		return nil
	}
	return outline(code)
}

func outline(code []byte) []byte {
	if !isBundle(code) || theLayout() == nil {
		return nil
	}
	tree, err := goja.Parse("", string(code), parser.WithDisableSourceMaps)
	if err != nil {
		return nil // Compile reports the error
	}
	o := outliner{shared: map[string]bool{}, length: len(code)}
	o.walk(reflect.ValueOf(tree.Body))
	sort.Slice(o.spans, func(i, j int) bool { return o.spans[i].start < o.spans[j].start })
	return format(o.listAt, slices.Sorted(maps.Keys(o.shared)), o.spans)
}

// outliner walks through the code that is compiled with the script.
type outliner struct {
	around []map[string]bool // the names that each enclosing function or block declares
	strict bool              // whether the code is strict
	length int               // the length of the code
	outer  int               // how many of around belong to the function with all strict code and what is around it; 0 outside of that
	listAt int               // where that function can have the list of the shared names
	shared map[string]bool   // the names of outer that waiting functions in it use
	spans  []span
}

func (o *outliner) walk(v reflect.Value) {
	each(v, func(n any, v reflect.Value) bool {
		switch n := n.(type) {
		case *ast.BlockStatement, *ast.ForStatement, *ast.ForInStatement, *ast.ForOfStatement, *ast.SwitchStatement, *ast.TryStatement:
			o.enter(declared(v.Elem()), v.Elem())
			return false
		case *ast.ClassLiteral:
			around := o.strict
			o.strict = true
			if n.Name != nil { // another variable than the one that a declaration of the class makes
				o.enter(declarations{n.Name.Name.String(): true}, v.Elem())
			} else {
				o.walk(v.Elem())
			}
			o.strict = around
			return false
		case *ast.MethodDefinition:
			o.method(n.Key, n.Body, isConstructor(n))
			return false
		case *ast.PropertyKeyed:
			f, ok := n.Value.(*ast.FunctionLiteral)
			if !ok || n.Kind == ast.PropertyKindValue {
				return true
			}
			o.method(n.Key, f, false)
			return false
		case *ast.FunctionDeclaration:
			o.function(n.Function, declaration)
			return false
		case *ast.FunctionLiteral:
			o.function(n, expression)
			return false
		case *ast.ArrowFunctionLiteral:
			o.arrow(n)
			return false
		case *ast.CallExpression:
			// A function that is called where it is defined is needed anyway.
			switch n.Callee.(type) {
			case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
				o.inside(reflect.ValueOf(n.Callee).Elem())
				o.walk(reflect.ValueOf(n.ArgumentList))
				return false
			}
		}
		return true
	})
}

// method adds a method, unless it is a constructor or its key contains a waiting function.
func (o *outliner) method(key ast.Expression, f *ast.FunctionLiteral, constructor bool) {
	before := len(o.spans)
	o.walk(reflect.ValueOf(key))
	if constructor || len(o.spans) > before {
		o.inside(reflect.ValueOf(f).Elem())
		return
	}
	o.function(f, methodKind(f))
}

func methodKind(f *ast.FunctionLiteral) kind {
	switch {
	case f.Async:
		return asyncMethod
	case f.Generator:
		return generatorMethod
	}
	return method
}

// isConstructor reports whether a method of a class is its constructor.
func isConstructor(n *ast.MethodDefinition) bool {
	key, ok := n.Key.(*ast.StringLiteral)
	return ok && !n.Computed && !n.Static && key.Value == "constructor"
}

func (o *outliner) function(f *ast.FunctionLiteral, k kind) {
	s := span{start: int(f.Function) - 1, body: int(f.Body.LeftBrace) - 1, end: int(f.Body.RightBrace), kind: k}
	if f.ParameterList != nil {
		s.params = int(f.ParameterList.Opening) - 1
	}
	o.add(s, reflect.ValueOf(f).Elem(), false)
}

func (o *outliner) arrow(f *ast.ArrowFunctionLiteral) {
	body, ok := f.Body.(*ast.BlockStatement)
	if !ok {
		o.inside(reflect.ValueOf(f).Elem())
		return
	}
	o.add(span{start: int(f.Start) - 1, body: int(body.LeftBrace) - 1, end: int(body.RightBrace)}, reflect.ValueOf(f).Elem(), true)
}

// add adds a function to the spans if it can wait. Otherwise it looks for functions in it that can.
func (o *outliner) add(s span, f reflect.Value, isArrow bool) {
	s.sloppy = !o.strict
	if s.end-s.body >= minBody && len(o.around) > 0 {
		if names, ok := o.names(f, isArrow); ok && s.params >= 0 {
			for _, name := range names {
				if o.isShared(name) {
					o.shared[name] = true
				} else {
					s.names = append(s.names, name)
				}
			}
			o.spans = append(o.spans, s)
			return
		}
	}
	o.inside(f)
}

// inside looks for functions in a function that does not wait.
func (o *outliner) inside(f reflect.Value) {
	around := o.strict
	o.strict = around || isStrict(f)
	if o.strict && !around {
		o.shareIn(f)
		defer func() { o.outer = 0 }()
	}
	o.enter(declared(f), f)
	o.strict = around
}

// shareIn begins to share names if a function is the one with all strict code: the code ends with its end.
func (o *outliner) shareIn(f reflect.Value) {
	a, ok := f.Addr().Interface().(*ast.ArrowFunctionLiteral)
	if !ok {
		return
	}
	body := a.Body.(*ast.BlockStatement)
	if o.length-int(body.RightBrace) > len(")()})") {
		return
	}
	o.outer, o.listAt = len(o.around)+2, int(body.LeftBrace)+len(`"use strict";`) // 2: the arrow function, and the block that is its body
}

// isStrict reports whether a function begins with "use strict".
func isStrict(f reflect.Value) bool {
	body, ok := f.FieldByName("Body").Interface().(*ast.BlockStatement)
	if !ok {
		return false
	}
	for _, statement := range body.List {
		e, ok := statement.(*ast.ExpressionStatement)
		if !ok {
			return false
		}
		text, ok := e.Expression.(*ast.StringLiteral)
		if !ok {
			return false
		}
		if text.Literal == `"use strict"` {
			return true
		}
	}
	return false
}

// enter looks for functions in a part of the code that declares names.
func (o *outliner) enter(names map[string]bool, part reflect.Value) {
	o.around = append(o.around, names)
	each(part, func(_ any, v reflect.Value) bool {
		o.walk(v)
		return false
	})
	o.around = o.around[:len(o.around)-1]
}

// names returns the outer variables that a function uses. ok is false if the function cannot wait.
func (o *outliner) names(f reflect.Value, isArrow bool) (names []string, ok bool) {
	u := uses{idents: map[string]bool{}, assigned: map[string]bool{}}
	u.look(f, isArrow)
	if u.bound {
		return nil, false
	}
	for name := range u.idents {
		if !o.isAround(name) {
			continue
		}
		if u.assigned[name] || !ascii(name) {
			return nil, false
		}
		if name != sentinel && name != "arguments" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names, true
}

// isShared reports whether a name means the same variable everywhere in the function with all strict code, except where functions
// and blocks in it declare the name.
func (o *outliner) isShared(name string) bool {
	if o.outer == 0 {
		return false
	}
	for _, names := range o.around[min(o.outer, len(o.around)):] {
		if names[name] {
			return false
		}
	}
	return true
}

func (o *outliner) isAround(name string) bool {
	for _, names := range o.around {
		if names[name] {
			return true
		}
	}
	return false
}

// uses has the names that occur in a function.
type uses struct {
	idents   map[string]bool
	assigned map[string]bool
	bound    bool // whether its text cannot be compiled alone, for example because of private members, or this in an arrow function
}

func (u *uses) look(v reflect.Value, isArrow bool) {
	each(v, func(n any, v reflect.Value) bool {
		switch n := n.(type) {
		case *ast.Identifier:
			u.idents[n.Name.String()] = true
		case *ast.PrivateDotExpression, *ast.PrivateIdentifier:
			u.bound = true
		case *ast.ThisExpression, *ast.SuperExpression, *ast.MetaProperty:
			u.bound = u.bound || isArrow
		case *ast.CallExpression:
			if name, ok := n.Callee.(*ast.Identifier); ok && name.Name == "eval" {
				u.bound = true
			}
			if _, ok := n.Callee.(*ast.SuperExpression); ok {
				u.bound = true
			}
		case *ast.AssignExpression:
			u.targets(reflect.ValueOf(n.Left))
		case *ast.UnaryExpression:
			if s := n.Operator.String(); s == "++" || s == "--" || s == "delete" {
				u.targets(reflect.ValueOf(n.Operand))
			}
		case *ast.ForInStatement:
			if into, ok := n.Into.(*ast.ForIntoExpression); ok {
				u.targets(reflect.ValueOf(into))
			}
		case *ast.ForOfStatement:
			if into, ok := n.Into.(*ast.ForIntoExpression); ok {
				u.targets(reflect.ValueOf(into))
			}
		case *ast.WithStatement:
			u.bound = true
		case *ast.FunctionLiteral:
			if isArrow { // it has its own this
				u.look(v.Elem(), false)
				return false
			}
		case *ast.ClassLiteral:
			if isArrow {
				u.look(v.Elem(), false) // fields and methods have their own this; the superclass expression is checked separately
				u.look(reflect.ValueOf(n.SuperClass), true)
				return false
			}
		}
		if isArrow {
			if id, ok := n.(*ast.Identifier); ok && id.Name == "arguments" {
				u.bound = true
			}
		}
		return true
	})
}

// targets adds the names in the target of an assignment, which may be a pattern.
func (u *uses) targets(v reflect.Value) {
	each(v, func(n any, _ reflect.Value) bool {
		if id, ok := n.(*ast.Identifier); ok {
			u.assigned[id.Name.String()] = true
		}
		return true
	})
}

// declared returns the names that a function or a block declares, except those of functions and blocks
// inside it.
func declared(part reflect.Value) map[string]bool {
	d := declarations{}
	for i := range part.NumField() {
		switch f := part.Field(i).Interface().(type) {
		case *ast.Identifier:
			d.name(f)
		case *ast.ParameterList:
			if f != nil {
				d.list(f.List)
				d.pattern(f.Rest)
			}
		}
	}
	if body := part.FieldByName("Body"); body.IsValid() {
		if block, ok := body.Interface().(*ast.BlockStatement); ok && block != nil {
			each(reflect.ValueOf(block.List), d.visit)
		}
	}
	each(part, d.visit)
	return d
}

// declarations is a set of names.
type declarations map[string]bool

func (d declarations) visit(n any, v reflect.Value) bool {
	switch n := n.(type) {
	case *ast.FunctionLiteral:
		d.name(n.Name)
		return false
	case *ast.ArrowFunctionLiteral:
		return false
	case *ast.ClassLiteral:
		d.name(n.Name)
	case *ast.Binding:
		d.pattern(n.Target)
	case *ast.ForDeclaration:
		d.pattern(n.Target)
	case *ast.CatchStatement:
		d.pattern(n.Parameter)
		d.block(v)
		return false
	case *ast.BlockStatement, *ast.ForStatement, *ast.ForInStatement, *ast.ForOfStatement, *ast.SwitchStatement, *ast.TryStatement:
		d.block(v)
		return false
	}
	return true
}

// block adds the variables that are declared with var in a block, since they belong to the function.
func (d declarations) block(v reflect.Value) {
	each(v, func(n any, _ reflect.Value) bool {
		switch n := n.(type) {
		case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
			return false
		case *ast.VariableStatement:
			d.list(n.List)
		case *ast.ForLoopInitializerVarDeclList:
			d.list(n.List)
		case *ast.ForIntoVar:
			d.pattern(n.Binding.Target)
		}
		return true
	})
}

func (d declarations) name(id *ast.Identifier) {
	if id != nil {
		d[id.Name.String()] = true
	}
}

func (d declarations) list(list []*ast.Binding) {
	for _, b := range list {
		d.pattern(b.Target)
	}
}

// pattern adds all names in a pattern, including those that it only uses.
func (d declarations) pattern(p ast.Node) {
	each(reflect.ValueOf(&p).Elem(), func(n any, _ reflect.Value) bool {
		if id, ok := n.(*ast.Identifier); ok {
			d.name(id)
		}
		return true
	})
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// nodes is the path of the package of syntax trees.
var nodes = reflect.TypeFor[ast.Program]().PkgPath()

// each calls f with the nodes of a part of a tree, and continues inside those for which f returns true.
// Names of properties do not count as identifiers.
func each(v reflect.Value, f func(n any, v reflect.Value) bool) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			each(v.Elem(), f)
		}
	case reflect.Pointer:
		if v.IsNil() || v.Type().Elem().PkgPath() != nodes || v.Type().Elem().Kind() != reflect.Struct || !f(v.Interface(), v) {
			return
		}
		if short, ok := v.Interface().(*ast.PropertyShort); ok { // { a } names a
			each(reflect.ValueOf(&short.Name), f)
		}
		each(v.Elem(), f)
	case reflect.Slice:
		if k := v.Type().Elem().Kind(); k != reflect.Interface && k != reflect.Pointer && k != reflect.Struct {
			return
		}
		for i := range v.Len() {
			each(v.Index(i), f)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[ast.Identifier]() {
			return // a property name as in a.name; a variable is a pointer
		}
		if v.Type().PkgPath() != nodes {
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "DeclarationList" { // the body has its parts too
				each(v.Field(i), f)
			}
		}
	}
}
