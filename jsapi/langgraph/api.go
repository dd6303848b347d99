// This file has API: LangGraph in one VM.

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

// Options are what the graphs of a script find around them. Print, Warn and Library are required.
type Options struct {
	// Profile is the generation of the documentation to follow, "1" or "0.2"; "" means "1".
	Profile string
	// Strict is runtime.Options.Strict of all runs, Effects is runtime.Options.Effects.
	Strict  bool
	Effects runtime.Effects
	// Functions are what the script can call of the program, by name.
	Functions map[string]Function
	// By and From are who runs the script and from where, for the audit log.
	By, From    string
	Permissions vm.Permissions

	// NewMemorySaver makes the saver behind new MemorySaver(); nil means checkpoint.MemorySaver.
	NewMemorySaver func() checkpoint.Saver
	// OpenSaver opens the saver behind SqliteSaver.fromConnString(conn); nil means there is none.
	OpenSaver func(conn string) (checkpoint.Saver, error)
	// Trace is runtime.Ledger.Trace. What tasks wrote is plain JSON.
	Trace func(runtime.TraceEvent)
	// MaxDefer is runtime.Ledger.MaxDefer.
	MaxDefer time.Duration
	Now      func() time.Time // the clock; nil means the real one

	Print, Warn func(line string) // for the person who runs the program; Warn says the same line once
	// Library loads a module of lib and returns its exports.
	Library func(name string) (*goja.Object, error)
}

// API is what a script finds of LangGraph in its VM: the functions of Go behind lib/langgraph. Each part
// of it is a type with a file of its own; what all share is here. It is used on the goroutine of its VM.
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
	symInner    *goja.Symbol             // on a GraphInterrupt: what the engine knows of its questions
	tracedNodes map[string]*runtime.Task // of nodes whose runs are told of, by the ids of those
}

// room is what each part of the API has at hand.
type room struct {
	api    *API
	vm     *vm.VM
	rt     *goja.Runtime
	values *value.Realm
	o      *Options
}

// New makes the API of a VM. Its hooks are to be those of the VM, see Hook.
func New(in *vm.VM, o Options) *API {
	api := &API{vm: in, rt: in.Runtime(), values: in.Values(), printer: in.Printer(), o: o, symInner: goja.NewSymbol("hitlrun.interrupts")}
	r := room{api, in, api.rt, api.values, &api.o}
	api.compiler, api.outputs, api.savers, api.records, api.states = &compiler{r}, &outputs{r}, &savers{r}, &records{r}, &states{r}
	api.stores, api.audits, api.effects, api.programs = &itemStores{r}, &audits{r}, &Effects{r}, &Exports{room: r}
	api.ids.Now = o.Now
	api.ledger.MaxDefer, api.ledger.Trace = o.MaxDefer, plainTrace(o.Trace)
	return api
}

// Exports returns the graphs that the script exports.
func (api *API) Exports() *Exports { return api.programs }

// Effects returns the effects of the script.
func (api *API) Effects() *Effects { return api.effects }

// Hook sets what of h is about graphs: errors, barriers, the name of the node that runs.
func (api *API) Hook(h *vm.Hooks) {
	h.Errors, h.Running = api, runningNode
	h.Barrier, h.HandOver = api.ledger.Barrier, api.programs.handedOver
}

// Lost returns the error that kept something from being stored; nil for none.
func (api *API) Lost() error { return api.ledger.Err() }
