// This file lists the Go functions for graphs that lib calls through the object __hitlrun.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/safetext"
)

// Functions adds the functions for graphs to o, the object that lib names __hitlrun.
// lib/langgraph/host.d.ts declares them.
func (api *API) Functions(o *goja.Object) {
	api.vm.Hidden(o, "exports", func(call goja.FunctionCall) goja.Value {
		api.programs.module, _ = call.Argument(0).(*goja.Object)
		return goja.Undefined()
	})
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		"interrupt": api.interrupt, "currentConfig": api.currentConfig, "runWithConfig": api.runWithConfig, "taskInput": api.taskInput,
		"callTask": api.callTask, "callFunction": api.effects.callFunction, "audit": api.audits.audit, "verifyAudit": api.audits.verifyAudit, "previousState": api.previousState, "nodeError": api.nodeError,
		"compile": api.compiler.compile, "withConfig": api.compiler.withConfig, "invoke": api.invoke, "stream": api.newStream,
		"getState": api.states.getState, "getStateHistory": api.states.getStateHistory, "updateState": api.states.updateState,
		"memorySaver": api.savers.memorySaver, "sqliteSaver": api.savers.sqliteSaver, "deleteThread": api.savers.deleteThread,
		"getTuple": api.savers.getTuple, "listTuples": api.savers.listTuples, "putCheckpoint": api.savers.putCheckpoint, "putWrites": api.savers.putWrites,
		"moveSaver": api.savers.moveSaver, "dumpBytes": api.savers.dumpBytes, "loadBytes": api.savers.loadBytes,
		"pushMessage": api.pushMessage,
	} {
		api.vm.Hidden(o, name, f)
	}
	api.vm.Hidden(o, "safeText", func(call goja.FunctionCall) goja.Value {
		return api.vm.Runtime().ToValue(safetext.Message(call.Argument(0).String()))
	})
	_ = o.Set("legacy", api.legacy())
	api.vm.Lazy(o, "items", api.stores.itemFunctions)
}
