// This file makes the object with the Go functions for the node: modules.

package node

import (
	"io"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
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
	host := process.rt.NewObject()
	must(host.SetPrototype(nil))
	for name, natives := range map[string]func() map[string]gojaFunc{
		"util": process.utilNatives, "hash": process.hashNatives, "fs": process.newFileHost().natives, "als": process.storeNatives, "os": process.osNatives,
	} {
		group(process.rt, host, name, func() *goja.Object {
			o := process.rt.NewObject()
			for key, f := range natives() {
				process.vm.Native(o, key, f)
			}
			return o
		})
	}
	granted := &process.o.Permissions
	Install(process.rt, host, Env{
		Loop: process.vm.Loop(), Context: process.vm.Context(), CheckNet: granted.CheckNet, CheckHost: granted.CheckHost, CheckFile: granted.CheckSocket, HoldSocket: granted.HoldSocket,
		Input: process.input, Terminal: process.terminal(), MaxLine: max(0, process.vm.Limits().BodyBytes), InputUsed: func() { process.inputUsed = true },
		Program: (&programs{granted: granted}).find, ChildEnv: process.childEnv, Outputs: [2]io.Writer{process.o.Stdout, process.o.Stderr}, Stopped: process.vm.Cut,
		Leaving: process.vm.Leave, Stores: process.o.Journal().Stores, Uncaught: process.Uncaught,
	})
	process.vm.Hidden(host, "outputs", process.outputs.loaded)
	process.vm.Hidden(host, "inputs", process.inputs.loaded)
	process.vm.Hidden(host, "emitter", process.emitterLoaded)
	process.vm.Hidden(host, "columns", func(call goja.FunctionCall) goja.Value {
		return process.rt.ToValue(inspect.Columns(call.Argument(0).String()))
	})
	return host
}
