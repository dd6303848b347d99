// This file has the functions of Go for node:vm.

package jsapi

import (
	"errors"
	"fmt"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/node"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// callFor implements __hitlrun.callFor(f, milliseconds): it calls f, and throws Node's error if that takes longer.
func (v *VM) callFor(call goja.FunctionCall) goja.Value {
	f, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(v.core.Runtime().NewTypeError("a function is needed"))
	}
	most := call.Argument(1).ToInteger()
	result, err := v.core.CallFor(time.Duration(most)*time.Millisecond, func() (goja.Value, error) { return f(goja.Undefined()) })
	switch {
	case errors.Is(err, vm.ErrLate):
		e := v.core.Construct("Error", v.core.Runtime().ToValue(fmt.Sprintf("Script execution timed out after %dms", most)))
		_ = e.DefineDataProperty("code", v.core.Runtime().ToValue("ERR_SCRIPT_EXECUTION_TIMEOUT"), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		panic(e)
	case err != nil:
		panic(err)
	}
	return result
}

// lowerScript implements __hitlrun.lowerScript(name, text): it returns the text with the syntax that goja lacks replaced.
func (v *VM) lowerScript(call goja.FunctionCall) goja.Value {
	source := value.Text(call.Argument(1))
	v.needCompiler(source)
	text, err := bundle.LowerScript(value.Text(call.Argument(0)), node.KeepConstants(source), v.core.Cut)
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
