// This file has the functions of Go that lib calls: what it finds on the object __hitlrun.

package langgraph

import "github.com/dop251/goja"

// Functions puts on the object that lib calls __hitlrun, described in lib/langgraph/host.d.ts, what it needs for graphs.
func (api *API) Functions(o *goja.Object) {
	api.vm.Hidden(o, "exports", func(call goja.FunctionCall) goja.Value {
		api.exports, _ = call.Argument(0).(*goja.Object)
		return goja.Undefined()
	})
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		"interrupt": api.interrupt, "currentConfig": api.currentConfig, "runWithConfig": api.runWithConfig, "taskInput": api.taskInput,
		"callTask": api.callTask, "callFunction": api.callFunction, "audit": api.audit, "verifyAudit": api.verifyAudit, "previousState": api.previousState, "nodeError": api.nodeError,
		"compile": api.compile, "withConfig": api.withConfig, "invoke": api.invoke, "stream": api.newStream,
		"getState": api.getState, "getStateHistory": api.getStateHistory, "updateState": api.updateState,
		"memorySaver": api.memorySaver, "sqliteSaver": api.sqliteSaver, "deleteThread": api.deleteThread,
		"getTuple": api.getTuple, "listTuples": api.listTuples, "putCheckpoint": api.putCheckpoint, "putWrites": api.putWrites,
		"moveSaver": api.moveSaver, "dumpBytes": api.dumpBytes, "loadBytes": api.loadBytes,
		"pushMessage": api.pushMessage,
	} {
		api.vm.Hidden(o, name, f)
	}
	_ = o.Set("legacy", api.legacy())
	api.vm.Lazy(o, "items", api.itemFunctions)
}
