// This file gives the node: modules what they need of the host.

package jsapi

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/node"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// node returns what the node: modules find in Go, made once.
func (vm *VM) node() goja.Value {
	if vm.nodeObject == nil {
		vm.nodeObject = vm.nodeHost()
	}
	return vm.nodeObject
}

// nodeHost is what the node: modules find in Go.
func (vm *VM) nodeHost() goja.Value {
	host := web.NodeHost(vm.rt, web.NodeEnv{
		Read:    vm.o.Permissions.ReadGrants(),
		Write:   vm.o.Permissions.WriteGrants(),
		Refused: vm.o.Permissions.refuse,
		MaxFile: vm.limits.MemoryBytes,
		Stdin:   vm.o.Stdin,
		Loop:    vm.loop,
		Journal: journaled{vm},
		Leaving: vm.leave,
		Inspect: func(v, opts goja.Value) string {
			o, err := vm.printer.OptionsFrom(opts)
			vm.check(err)
			s, err := vm.printer.Inspect(v, o)
			vm.check(err)
			return s
		},
		FormatArgs: func(args ...goja.Value) string {
			s, err := vm.printer.Format(inspect.Options{}, args...)
			vm.check(err)
			return s
		},
		Store: asyncStore{vm},
	})
	granted := vm.o.Permissions
	vm.check(node.Install(vm.rt, host, node.Env{
		Loop: vm.loop, Context: vm.ctx, CheckNet: granted.CheckNet, CheckHost: granted.CheckHost, CheckFile: granted.CheckSocket,
		Leaving: vm.leave, Keeps: journaled{vm}.Keeps, Uncaught: vm.uncaught,
	}))
	return host
}
