// This file passes the chunks of a run to the async iterator of graph.stream.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/runtime"
)

// stream is a run whose chunks are read one by one.
type stream struct {
	api     *API
	c       *call
	single  bool // streamMode is one mode, not a list
	events  bool // chunks are [namespace or null, mode, payload], for server-sent events
	chunks  []goja.Value
	waiting []waiter
	ended   bool
	err     goja.Value // the error of the run that next has not reported yet; nil for none
}

type waiter struct{ resolve, reject func(any) error }

// newStream is the Go side of graph.stream(input, options). It starts the run and returns an object
// with next(), return() and cancel(reason).
func (api *API) newStream(fc goja.FunctionCall) goja.Value {
	c, err := api.newCall(fc)
	api.vm.Check(err)
	s := &stream{api: api, c: c}
	s.readModes(value.Text(fc.Argument(3)))
	if c.o.Output == nil && api.task() == nil && !c.g.graph.Function() {
		c.o.Output = c.g.graph.StateChannels() // invoke returns only the output, a stream has all channels
	}
	c.o.Emit = s.emit
	c.o.Done = s.done
	api.vm.Check(c.start())
	o := api.rt.NewObject()
	api.vm.Hidden(o, "next", s.next)
	api.vm.Hidden(o, "return", func(goja.FunctionCall) goja.Value {
		s.ended = true
		s.c.o.Emit = nil
		s.chunks = nil
		return goja.Undefined()
	})
	api.vm.Hidden(o, "cancel", func(call goja.FunctionCall) goja.Value {
		c.cancel(call.Argument(0))
		return goja.Undefined()
	})
	return o
}

// readModes reads streamMode. usual is the default mode of the graph.
func (s *stream) readModes(usual string) {
	mode := s.c.option("streamMode")
	names := s.api.values.Strings(mode)
	s.single = names == nil
	if names == nil {
		switch {
		case mode != nil:
			names = []string{mode.String()}
		case s.c.o.Parent != nil:
			names = []string{"values"}
		default:
			names = []string{usual}
		}
	}
	for _, name := range names {
		s.c.o.Modes |= modes[name] // an unknown mode has no chunks
	}
	if s.api.legacy() {
		s.c.o.Modes &^= runtime.ModeTasks | runtime.ModeCheckpoints | runtime.ModeTools
	}
	if o := s.c.options; o != nil {
		v := o.Get("subgraphs")
		s.c.o.Subgraphs = v != nil && v.ToBoolean()
		version := value.Text(o.Get("version"))
		s.events = version == "" && value.Text(o.Get("encoding")) == "text/event-stream"
		const values = runtime.ModeValues
		if (version == "v3" || version != "" && s.c.o.Subgraphs) && s.c.o.Modes&(values|runtime.ModeCheckpoints) == values {
			s.c.o.Modes |= runtime.ModeEnvelope
		}
	}
}

var modeNames = func() map[runtime.Mode]string {
	names := map[runtime.Mode]string{}
	for name, m := range modes {
		names[m] = name
	}
	names[runtime.ModeEnvelope] = "checkpoints"
	return names
}()

// emit adds a chunk of the run to the stream.
func (s *stream) emit(c runtime.Chunk) {
	if s.ended {
		return
	}
	s.push(s.shape(c))
}

// shape converts a chunk to the form that the script requested: the payload, or a list of namespace,
// mode and payload without those that were not requested.
func (s *stream) shape(c runtime.Chunk) goja.Value {
	payload := s.api.toJS(c.Payload)
	var parts []goja.Value
	if s.events && !s.c.o.Subgraphs {
		parts = append(parts, goja.Null())
	}
	if s.c.o.Subgraphs {
		ns := make([]goja.Value, len(c.NS))
		for i, part := range c.NS {
			ns[i] = s.api.rt.ToValue(part)
		}
		parts = append(parts, s.api.values.Array(ns))
	}
	if !s.single || s.events {
		parts = append(parts, s.api.rt.ToValue(modeNames[c.Mode]))
	}
	if parts == nil {
		return payload
	}
	return s.api.values.Array(append(parts, payload))
}

func (s *stream) push(v goja.Value) {
	if len(s.waiting) > 0 {
		w := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.api.vm.Settle(w.resolve(s.result(v, false)))
		return
	}
	s.chunks = append(s.chunks, v)
}

func (s *stream) done(res runtime.Result) {
	s.ended = true
	if res.Err != nil {
		s.err = s.c.error(res.Err)
	}
	waiting := s.waiting
	s.waiting = nil
	for _, w := range waiting {
		s.finish(w)
	}
}

func (s *stream) finish(w waiter) {
	if s.err != nil {
		err := s.err
		s.err = nil
		s.api.vm.Settle(w.reject(err))
		return
	}
	s.api.vm.Settle(w.resolve(s.result(goja.Undefined(), true)))
}

// next returns a promise of the next chunk.
func (s *stream) next(goja.FunctionCall) goja.Value {
	promise, resolve, reject := s.api.rt.NewPromise()
	w := waiter{resolve, reject}
	switch {
	case len(s.chunks) > 0:
		v := s.chunks[0]
		s.chunks = s.chunks[1:]
		s.api.vm.Settle(resolve(s.result(v, false)))
	case s.ended:
		s.finish(w)
	default:
		s.waiting = append(s.waiting, w)
	}
	return s.api.rt.ToValue(promise)
}

func (s *stream) result(v goja.Value, done bool) goja.Value {
	o := s.api.rt.NewObject()
	_ = o.Set("value", v)
	_ = o.Set("done", done)
	return o
}
