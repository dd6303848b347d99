// This file bounds the regular expressions that source code contains. goja compiles them when it compiles the code.

package guard

import (
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// LimitPatterns replaces regular expressions in a syntax tree by one that goja refuses, if their repetitions make them too large
// together with those that total counts. It reports whether they are. Code for which patterns.MayRepeat is false has no such
// expressions.
func LimitPatterns(tree *ast.Program, total *atomic.Int64) (limited bool) {
	eachPattern(reflect.ValueOf(tree.Body), func(p *ast.RegExpLiteral) {
		if size := patterns.Repeated(p.Pattern); size > 0 && total.Add(int64(size)) > 2*patterns.MaxSize {
			p.Pattern, limited = "("+tooComplex, true
		}
	})
	return limited
}

// eachPattern calls f with the regular expressions in a part of a syntax tree.
func eachPattern(v reflect.Value, f func(*ast.RegExpLiteral)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if p, ok := v.Interface().(*ast.RegExpLiteral); ok {
			f(p)
			return
		}
		eachPattern(v.Elem(), f)
	case reflect.Slice:
		for i := range v.Len() {
			eachPattern(v.Index(i), f)
		}
	case reflect.Struct:
		if v.Type().PkgPath() != nodes.PkgPath() {
			return // a position, which has no nodes
		}
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "DeclarationList" { // the body has its parts too
				eachPattern(v.Field(i), f)
			}
		}
	}
}

// literals refuses text that is compiled while a script runs if its regular expressions are too large. texts are what it may
// mean: the first one without a syntax error counts.
func (g *Guard) literals(may bool, texts ...string) {
	if !may {
		return
	}
	for _, text := range texts {
		tree, err := parser.ParseFile(nil, "", text, 0, parser.WithDisableSourceMaps)
		if err != nil {
			continue
		}
		if LimitPatterns(tree, new(atomic.Int64)) {
			g.refuse(syntaxError, "Invalid regular expression: "+tooComplex)
		}
		return
	}
}

// functionTexts returns the texts of the functions that parameters and a body may be, and whether they may have large patterns.
func functionTexts(parts []goja.Value) (may bool, texts []string) {
	var list []string
	for _, v := range parts {
		list = append(list, v.String())
		may = may || patterns.MayRepeat(v.String())
	}
	if !may || len(list) == 0 {
		return false, nil
	}
	last := len(list) - 1
	for _, kind := range kinds {
		texts = append(texts, "("+kind+" f("+strings.Join(list[:last], ",\n")+"\n) {\n"+list[last]+"\n})")
	}
	return may, texts
}
