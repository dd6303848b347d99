// This file has the functions of Go with which a script requires and imports files by names that are only known at run time.
// lib/node/late_modules.ts uses them.

package jsapi

import (
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// lateFunctions defines them on the object that lib names __hitlrun.
func (v *VM) lateFunctions(o *goja.Object) {
	v.core.Hidden(o, "callingFile", func(goja.FunctionCall) goja.Value { return v.core.Runtime().ToValue(v.callingFile()) })
	v.core.Hidden(o, "resolveFile", func(call goja.FunctionCall) goja.Value {
		path, err := v.lateModules().Resolve(value.Text(call.Argument(0)), value.Text(call.Argument(1)), call.Argument(2).ToBoolean())
		if err != nil {
			v.moduleError(err)
		}
		return v.core.Runtime().ToValue(path)
	})
	v.core.Hidden(o, "bundledFile", func(call goja.FunctionCall) goja.Value {
		return v.core.Runtime().ToValue(v.core.Bundled(value.Text(call.Argument(0))))
	})
	v.core.Hidden(o, "readModule", func(call goja.FunctionCall) goja.Value {
		text, err := v.lateModules().Text(value.Text(call.Argument(0)))
		v.core.Check(err)
		return v.core.Runtime().ToValue(text)
	})
	v.core.Hidden(o, "compileModule", func(call goja.FunctionCall) goja.Value {
		path, text := value.Text(call.Argument(0)), value.Text(call.Argument(1))
		v.needCompiler(text)
		b, err := v.lateModules().Compile(path, text)
		if err != nil {
			v.syntaxError(err)
		}
		p, err := Compile(path, b)
		v.core.Check(err)
		made, err := v.core.RunProgram(p)
		v.core.Check(err)
		_ = made.ToObject(v.core.Runtime()).Set("esModule", b.Module)
		return made
	})
}

// needCompiler refuses a text for which the script has not the memory that compiling takes.
func (v *VM) needCompiler(text string) { v.core.NeedCompiler(text) }

// lateModules returns what finds and compiles the files.
func (v *VM) lateModules() *bundle.Late {
	late, err := v.late()
	if err != nil {
		v.moduleError(err)
	}
	return late
}

// moduleError throws the error for a module that is not there.
func (v *VM) moduleError(err error) {
	o := v.core.Construct("Error", v.core.Runtime().ToValue(err.Error()))
	code := "MODULE_NOT_FOUND"
	if strings.Contains(err.Error(), "is not defined by \"exports\"") {
		code = "ERR_PACKAGE_PATH_NOT_EXPORTED"
	}
	_ = o.Set("code", code)
	panic(o)
}

// callingFile returns the absolute path of the file whose function called the library, or that of the script.
func (v *VM) callingFile() string {
	if name := v.core.CallingFile(); name != "" {
		if path, err := filepath.Abs(name); err == nil {
			return path
		}
	}
	return v.process.Script()
}
