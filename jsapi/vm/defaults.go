// This file corrects syntax trees of goja's parser: defaults in array patterns, which the bundler wraps, and tests for private members.

package vm

import (
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// restoreDefaults replaces { __hitlrun_default: name = value } in array patterns by name = value.
func restoreDefaults(tree *ast.Program) {
	walkTree(reflect.ValueOf(tree.Body), map[uintptr]bool{}, func(node any) {
		list, ok := node.(*ast.ArrayPattern)
		if !ok {
			return
		}
		for i, element := range list.Elements {
			o, ok := element.(*ast.ObjectPattern)
			if !ok || len(o.Properties) != 1 {
				continue
			}
			if p, ok := o.Properties[0].(*ast.PropertyKeyed); ok {
				if key, ok := p.Key.(*ast.StringLiteral); ok && key.Value.String() == bundle.DefaultMarker {
					list.Elements[i] = p.Value
				}
			}
		}
	})
}

// privateTest matches the beginning of a test such as #x in o. esbuild escapes other letters in names.
var privateTest = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`#[\w$]+ in `) })

// fixPrivateTests gives tests such as #x in o their operator. The parser gives them the one that follows, as in #x in o && a.
func fixPrivateTests(tree *ast.Program) {
	walkTree(reflect.ValueOf(tree.Body), map[uintptr]bool{}, func(node any) {
		if test, ok := node.(*ast.BinaryExpression); ok {
			if _, ok := test.Left.(*ast.PrivateIdentifier); ok {
				test.Operator = token.IN
			}
		}
	})
}

// walkTree calls f with each node in a part of a syntax tree.
func walkTree(v reflect.Value, seen map[uintptr]bool, f func(node any)) {
	switch v.Kind() {
	case reflect.Interface:
		walkTree(v.Elem(), seen, f)
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] || !strings.HasSuffix(v.Type().Elem().PkgPath(), "/goja/ast") {
			return
		}
		seen[v.Pointer()] = true
		f(v.Interface())
		walkTree(v.Elem(), seen, f)
	case reflect.Slice:
		for i := range v.Len() {
			walkTree(v.Index(i), seen, f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walkTree(v.Field(i), seen, f)
			}
		}
	}
}
