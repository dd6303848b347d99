// This file has the type API, the Go side of LangGraph in one VM.

package langgraph

import (
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/runtime"
)

// Options configure an API. Print, Warn and Library are required.
type Options struct {
	// Profile is the version of the documentation to follow: "1" or "0.2"; "" means "1".
	Profile string
	// Strict is runtime.Options.Strict of all runs. Effects is runtime.Options.Effects of all runs.
	Strict  bool
	Effects runtime.Effects
	// Functions are the functions of the Go program that the script can call, by name.
	Functions map[string]Function
	// By and From say who runs the script and from where, for the audit log.
	By, From    string
	Permissions vm.Permissions

	// NewMemorySaver makes the saver of new MemorySaver() in a script; nil means
	// checkpoint.MemorySaver.
	NewMemorySaver func() checkpoint.Saver
	// OpenSaver opens the saver of SqliteSaver.fromConnString(conn) in a script; nil means that the
	// call fails.
	OpenSaver func(conn string) (checkpoint.Saver, error)
	// Trace is runtime.Ledger.Trace. The writes of tasks in its events are plain JSON.
	Trace func(runtime.TraceEvent)
	// MaxDefer is runtime.Ledger.MaxDefer.
	MaxDefer time.Duration
	Now      func() time.Time // the clock; nil means that of the system

	Print, Warn func(line string) // print a line for the person who runs the program; Warn prints equal lines once
	// Library loads a module of lib and returns its exports.
	Library func(name string) (*goja.Object, error)
}

// API has the Go functions that lib/langgraph calls in one VM. Each part of it is a type in a file of
// its own, and the parts share the fields of API. It may only be used in the goroutine of its VM.
type API struct {
	vm      *vm.VM
	rt      *goja.Runtime
	values  *value.Realm
	printer *inspect.Printer
	o       Options

	compiler *compiler
	outputs  *outputs
	savers   *savers
	records  *records
	states   *states
	stores   *itemStores
	audits   *audits
	effects  *Effects
	programs *Exports

	ids         checkpoint.IDs
	recent      runtime.Recent
	ledger      runtime.Ledger           // of all runs
	turns       runtime.Turns            // of all runs
	symInner    *goja.Symbol             // the property of a GraphInterrupt or Command that has the Go value it was made from
	tracedNodes map[string]*runtime.Task // the running tasks whose callbacks are called, by the ids of the nodes' runs
}

// room has the fields that all parts of the API use.
type room struct {
	api    *API
	vm     *vm.VM
	rt     *goja.Runtime
	values *value.Realm
	o      *Options
}

// New makes the API of a VM. The caller must also set the hooks of the VM with Hook.
func New(in *vm.VM, o Options) *API {
	api := &API{vm: in, rt: in.Runtime(), values: in.Values(), printer: in.Printer(), o: o, symInner: goja.NewSymbol("hitlrun.interrupts")}
	r := room{api, in, api.rt, api.values, &api.o}
	api.compiler, api.outputs, api.savers, api.records, api.states = &compiler{r}, &outputs{r}, &savers{r}, &records{r}, &states{room: r}
	api.stores, api.audits, api.effects, api.programs = &itemStores{r}, &audits{r}, &Effects{r}, &Exports{room: r}
	api.ids.Now = o.Now
	api.ledger.MaxDefer, api.ledger.Trace = o.MaxDefer, plainTrace(o.Trace)
	return api
}

// Exports returns the graphs that the script exports.
func (api *API) Exports() *Exports { return api.programs }

// Effects returns the effects of the script.
func (api *API) Effects() *Effects { return api.effects }

// Hook sets the hooks in h that concern graphs: errors, barriers, and the name of the running node.
func (api *API) Hook(h *vm.Hooks) {
	h.Errors, h.Running = api, runningNode
	h.Barrier, h.HandOver = api.ledger.Barrier, api.programs.handedOver
}

// Lost returns the error because of which something could not be stored, or nil.
func (api *API) Lost() error { return api.ledger.Err() }
