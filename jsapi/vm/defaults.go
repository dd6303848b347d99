// This file restores defaults in array patterns, which the bundler wraps for goja's parser.

package vm

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// restoreDefaults replaces { __hitlrun_default: name = value } in array patterns by name = value.
func restoreDefaults(tree *ast.Program) {
	walkTree(reflect.ValueOf(tree.Body), map[uintptr]bool{}, func(list *ast.ArrayPattern) {
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

// walkTree calls f with each array pattern in a part of a syntax tree.
func walkTree(v reflect.Value, seen map[uintptr]bool, f func(*ast.ArrayPattern)) {
	switch v.Kind() {
	case reflect.Interface:
		walkTree(v.Elem(), seen, f)
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] || !strings.HasSuffix(v.Type().Elem().PkgPath(), "/goja/ast") {
			return
		}
		seen[v.Pointer()] = true
		if list, ok := v.Interface().(*ast.ArrayPattern); ok {
			f(list)
		}
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
