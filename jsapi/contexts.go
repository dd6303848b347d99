// This file has the functions of Go for node:vm.

package jsapi

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/node"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// lowerScript implements __hitlrun.lowerScript(name, text): it returns the text with the syntax that goja lacks replaced.
func (v *VM) lowerScript(call goja.FunctionCall) goja.Value {
	source := value.Text(call.Argument(1))
	v.needCompiler(source)
	text, err := bundle.LowerScript(value.Text(call.Argument(0)), source, v.core.Cut)
	if err != nil {
		v.syntaxError(err)
	}
	return v.core.Runtime().ToValue(text)
}

// scopeScript implements __hitlrun.scopeScript(text): it returns [text, variables, lexical variables] of node.ScopeScript.
func (v *VM) scopeScript(call goja.FunctionCall) goja.Value {
	source := value.Text(call.Argument(0))
	v.needCompiler(source)
	s, err := node.ScopeScript(source)
	if err != nil {
		v.syntaxError(err)
	}
	return v.core.Runtime().NewArray(s.Text, v.texts(s.Vars), v.texts(s.Lexical))
}

func (v *VM) texts(list []string) *goja.Object {
	all := make([]any, len(list))
	for i, text := range list {
		all[i] = text
	}
	return v.core.Runtime().NewArray(all...)
}

func (v *VM) syntaxError(err error) {
	panic(v.core.Construct("SyntaxError", v.core.Runtime().ToValue(err.Error())))
}
