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
	eachNode(reflect.ValueOf(tree.Body), func(node any) {
		p, ok := node.(*ast.RegExpLiteral)
		if !ok {
			return
		}
		if size := patterns.Repeated(p.Pattern); size > 0 && total.Add(int64(size)) > 2*patterns.MaxSize {
			p.Pattern, limited = "("+tooComplex, true
		}
	})
	return limited
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
	return may, composedTexts(list)
}

// composedTexts returns what the constructors of functions compile, for each of the kinds. The last part is the body.
func composedTexts(parts []string) (texts []string) {
	last := len(parts) - 1
	for _, kind := range kinds {
		texts = append(texts, "("+kind+" f("+strings.Join(parts[:last], ",\n")+"\n) {\n"+parts[last]+"\n})")
	}
	return texts
}
