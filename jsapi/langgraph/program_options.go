// This file applies the options of a Go program to a run: the config, the destinations of a goto, and
// the callbacks for stream chunks.

package langgraph

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// Chunk is an element of the stream of a run, as plain JSON.
type Chunk struct {
	NS      []string // the namespace of the graph that made it; empty for the outermost graph
	Mode    string
	Payload json.RawMessage
}

// driveOptions makes the options of invoke from those of the Go program.
func (exports *Exports) driveOptions(d *driven, input goja.Value) (*goja.Object, error) {
	options, configurable := exports.rt.NewObject(), exports.rt.NewObject()
	if d.Config != nil {
		v, err := exports.values.Parse(d.Config, false)
		if err != nil {
			return nil, fmt.Errorf("the config is not valid JSON: %w", err)
		}
		o, ok := v.(*goja.Object)
		if !ok || o.ClassName() != "Object" {
			return nil, fmt.Errorf("the config must be a JSON object")
		}
		value.CopyFields(configurable, exports.values.Object(o, "configurable"))
		for _, key := range []string{"metadata", "context", "tags"} {
			if value, ok := o.Get(key).(*goja.Object); ok {
				_ = options.Set(key, value)
			}
		}
	}
	_ = configurable.Set("thread_id", d.ThreadID)
	_ = configurable.Set(drivenKey, exports.values.Seal(d))
	_ = options.Set("configurable", configurable)
	if slices.Contains(d.Modes, modeProtocol) {
		_ = options.Set("version", "v3")
	}
	if slices.Contains(d.Modes, modeEvents) && d.OnChunk != nil {
		if err := exports.reportEvents(d, input, options); err != nil {
			return nil, err
		}
	}
	if d.RecursionLimit > 0 {
		_ = options.Set("recursionLimit", d.RecursionLimit)
	}
	return options, nil
}

// breakpoints returns the names of nodes. nil means the breakpoints with which the graph was compiled.
func breakpoints(names []string) *runtime.Names {
	if len(names) == 0 {
		return nil
	}
	return &runtime.Names{All: slices.Contains(names, "*"), List: names}
}

// driveGoto makes the field goto of a Command from JSON: a list of node names and Sends.
func (exports *Exports) driveGoto(data json.RawMessage) (goja.Value, error) {
	if data == nil {
		return exports.rt.NewArray(), nil
	}
	v, err := exports.values.Parse(data, false)
	if err != nil {
		return nil, fmt.Errorf("the goto is not valid JSON: %w", err)
	}
	items := []goja.Value{v}
	if o, ok := v.(*goja.Object); ok && o.ClassName() == "Array" {
		items = exports.values.Elements(o)
	}
	for i, item := range items {
		o, ok := item.(*goja.Object)
		switch {
		case ok && value.Text(o.Get("node")) != "":
			args := o.Get("input")
			if args == nil {
				args = o.Get("args")
			}
			send := exports.rt.NewObject()
			_ = send.Set("lg_name", "Send")
			_ = send.Set("node", o.Get("node"))
			_ = send.Set("args", args)
			items[i] = send
		case value.TypeOf(item) == "string" && value.Text(item) != "":
		default:
			return nil, fmt.Errorf("where to go is the name of a node or {\"node\", \"input\"}, not %s", shortJSON(data))
		}
	}
	return exports.values.Array(items), nil
}

// shortJSON returns the first 60 bytes of data, for messages.
func shortJSON(data json.RawMessage) string {
	const most = 60
	if len(data) > most {
		return string(data[:most]) + "…"
	}
	return string(data)
}

// listen makes the run report its chunks to the callbacks of c.
func (exports *Exports) listen(run *call, c GraphCall) {
	wanted := runtime.Mode(0)
	for _, name := range c.Modes {
		wanted |= driveModes[name]
	}
	if c.OnChunk == nil {
		wanted = 0
	}
	const values = runtime.ModeValues
	if wanted&runtime.ModeEnvelope != 0 && wanted&values == 0 {
		wanted &^= runtime.ModeEnvelope
	}
	run.o.Modes, run.o.Subgraphs = wanted, c.Subgraphs
	if c.OnUpdate != nil {
		run.o.Modes, run.o.Subgraphs = wanted|runtime.ModeUpdates, true
	}
	if run.o.Modes == 0 {
		return
	}
	if wanted != 0 && !run.g.graph.Function() {
		run.o.Output = run.g.graph.StateChannels() // a stream has all channels, not only the output
	}
	run.o.Emit = func(chunk runtime.Chunk) {
		if c.OnUpdate != nil && chunk.Mode == runtime.ModeUpdates {
			exports.reportUpdate(c, chunk)
		}
		if wanted&chunk.Mode != 0 && (c.Subgraphs || len(chunk.NS) == 0 || chunk.Mode&(runtime.ModeMessages|runtime.ModeTools|runtime.ModeCustom) != 0) {
			exports.reportChunk(c, chunk)
		}
	}
}

// driveModes are the stream modes of Go programs by name. A chunk of mode "envelope" precedes each chunk
// of values and names the checkpoint of the values.
var driveModes = map[string]runtime.Mode{
	"values": runtime.ModeValues, "updates": runtime.ModeUpdates, "custom": runtime.ModeCustom,
	"messages": runtime.ModeMessages, "tools": runtime.ModeTools, "debug": runtime.ModeDebug, "tasks": runtime.ModeTasks,
	"checkpoints": runtime.ModeCheckpoints, "envelope": runtime.ModeEnvelope, modeProtocol: runtime.ModeMessages,
}

// modeProtocol is a mode in which messages are events of LangGraph's streaming protocol. It replaces
// the mode "messages".
const modeProtocol = "protocol"

// modeEvents is a mode with the events of streamEvents, version "v2".
const modeEvents = "events"

// reportEvents adds a callback handler to the options of a run that reports the events of the run as chunks.
func (exports *Exports) reportEvents(d *driven, input goja.Value, options *goja.Object) error {
	module, err := exports.api.o.Library("lazy/events.ts")
	if err != nil {
		return err
	}
	report := exports.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		exports.report(d.GraphCall, nil, modeEvents, call.Argument(0))
		return goja.Undefined()
	})
	_ = options.Set("callbacks", exports.values.Array([]goja.Value{exports.vm.CallMethod(module, "reporter", input, report)}))
	if d.RunID != "" {
		_ = options.Set("runId", d.RunID)
	}
	return nil
}

func (exports *Exports) reportChunk(c GraphCall, chunk runtime.Chunk) {
	name := driveName(chunk.Mode)
	if chunk.Mode == runtime.ModeMessages && slices.Contains(c.Modes, modeProtocol) {
		name = modeProtocol
	}
	exports.report(c, chunk.NS, name, exports.api.toJS(chunk.Payload))
}

// report gives the program a chunk when everything before it is committed.
func (exports *Exports) report(c GraphCall, ns []string, mode string, payload goja.Value) {
	b, err := exports.values.Dump(payload, false)
	if err != nil {
		exports.o.Warn(fmt.Sprintf("a chunk of mode %s is left out of the stream: %v", mode, strings.ReplaceAll(err.Error(), "\n", `\n`)))
		return
	}
	if err := exports.api.ledger.Flush(); err != nil {
		exports.vm.Fail(err)
		return
	}
	exports.vm.CallBack(func() { c.OnChunk(Chunk{NS: ns, Mode: mode, Payload: value.PlainJSON(b.Data)}) })
}

func driveName(m runtime.Mode) string {
	if m == runtime.ModeEnvelope {
		return "envelope"
	}
	return modeNames[m]
}
