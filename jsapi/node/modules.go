// This file makes the object with the Go functions for the node: modules.

package node

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// Modules returns the object with the Go functions for the node: modules. It is made at the first call.
func (process *Process) Modules() goja.Value {
	if process.modules == nil {
		process.modules = process.nodeHost()
	}
	return process.modules
}

// nodeHost makes the object of Modules.
func (process *Process) nodeHost() goja.Value {
	readable := process.o.Permissions.ReadGrants()
	if process.o.Installed != nil {
		readable.List = append(process.o.Installed(process.Script()), readable.List...)
	}
	host := web.NodeHost(process.rt, web.NodeEnv{
		Read:    readable,
		Write:   process.o.Permissions.WriteGrants(),
		Refused: process.o.Permissions.Refuse,
		MaxFile: process.vm.Limits().MemoryBytes,
		Getenv:  process.env.granted,
		Loop:    process.vm.Loop(),
		Context: process.vm.Context(),
		Stopped: process.vm.Cut,
		Journal: process.o.Journal(),
		Leaving: process.vm.Leave,
		Print:   process.vm.Print,
		ByPackage: func() bool {
			return strings.Contains("/"+filepath.ToSlash(process.vm.CallingFile()), "/node_modules/")
		},
		Inspect: func(v, opts goja.Value) string {
			o, err := process.printer.OptionsFrom(opts)
			process.vm.Check(err)
			s, err := process.printer.Inspect(v, o)
			process.vm.Check(err)
			return s
		},
		FormatArgs: func(args ...goja.Value) string {
			s, err := process.printer.Format(inspect.Options{}, args...)
			process.vm.Check(err)
			return s
		},
		Store: process.vm.AsyncStore(),
	})
	granted := &process.o.Permissions
	process.vm.Check(Install(process.rt, host, Env{
		Loop: process.vm.Loop(), Context: process.vm.Context(), CheckNet: granted.CheckNet, CheckHost: granted.CheckHost, CheckFile: granted.CheckSocket, HoldSocket: granted.HoldSocket,
		Stdin: process.o.Stdin, Terminal: process.terminal(), MaxLine: max(0, process.vm.Limits().BodyBytes), InputUsed: func() { process.inputUsed = true },
		Program: (&programs{granted: granted}).find, ChildEnv: process.childEnv, Outputs: [2]io.Writer{process.o.Stdout, process.o.Stderr}, Stopped: process.vm.Cut,
		Leaving: process.vm.Leave, Stores: process.o.Journal().Stores, Uncaught: process.Uncaught,
	}))
	process.vm.Hidden(host, "outputs", process.outputs.loaded)
	process.vm.Hidden(host, "inputs", process.inputs.loaded)
	process.vm.Hidden(host, "columns", func(call goja.FunctionCall) goja.Value {
		return process.rt.ToValue(inspect.Columns(call.Argument(0).String()))
	})
	return host
}
