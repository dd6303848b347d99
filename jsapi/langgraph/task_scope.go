// This file finds the task that the running code belongs to.

package langgraph

import (
	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/runtime"
)

// taskScope is the scope of the functions of a graph.
type taskScope struct {
	vm.Scope               // Of is the taskScope itself
	task     *runtime.Task // nil outside of a graph
	try      int           // the attempt to run the task
	config   *taskConfig   // the current config; may be nil
	// ambient is the store that @langchain/core has set, or nil.
	ambient *ambient
}

// taskScope returns the scope of the running code, or nil outside of a graph.
func (api *API) taskScope() *taskScope {
	s := api.vm.Scope()
	if s == nil {
		return nil
	}
	of, _ := s.Of.(*taskScope)
	return of
}

// innerScope returns a copy of the scope of the running code, which the caller may change.
func (api *API) innerScope() *taskScope {
	n := &taskScope{}
	if s := api.taskScope(); s != nil {
		*n = *s
	}
	if s := api.vm.Scope(); s != nil {
		n.Scope = *s
	}
	n.Of = n
	return n
}

// task returns the running task, or nil outside of a graph.
func (api *API) task() *runtime.Task {
	if s := api.taskScope(); s != nil {
		return s.task
	}
	return nil
}

// runningNode returns the name of the node that runs in a scope, or "" outside of a graph.
func runningNode(s *vm.Scope) string {
	if of, ok := s.Of.(*taskScope); ok && of.task != nil {
		return of.task.Node.Name
	}
	return ""
}

// nodeFailed implements runtime.Options.Failed.
func (api *API) nodeFailed(t *runtime.Task, err error) { api.vm.FailedIn(t.Name(), err) }
