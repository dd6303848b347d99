// This file has Telemetry: the open spans, and the histograms.

package otelhitlrun

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/hitlrun/hitlrun"
)

// scope is the name of the library that makes the spans and metrics.
const scope = "github.com/hitlrun/hitlrun/otelhitlrun"

// The attributes of spans.
const (
	KeyThread  = attribute.Key("hitlrun.thread.id")
	KeyRun     = attribute.Key("hitlrun.run.id")
	KeyNS      = attribute.Key("hitlrun.namespace") // of a graph that runs in a node
	KeyStep    = attribute.Key("hitlrun.step")
	KeyNode    = attribute.Key("hitlrun.node")
	KeyTask    = attribute.Key("hitlrun.task.id")
	KeyAttempt = attribute.Key("hitlrun.attempt") // from 1 on
	KeyAsks    = attribute.Key("hitlrun.asks")    // it ended with a question
	KeyBatches = attribute.Key("hitlrun.batches") // of a commit
	KeyOutcome = attribute.Key("hitlrun.outcome") // of metrics: done, asks or error
)

// Options say where spans and metrics go. A nil provider is none.
type Options struct {
	Tracers trace.TracerProvider
	Meters  metric.MeterProvider
}

// Telemetry makes spans and metrics. It is safe for concurrent use, and for any number of scripts and stores.
type Telemetry struct {
	tracer    trace.Tracer
	durations map[hitlrun.TraceKind]metric.Float64Histogram

	mu   sync.Mutex
	open map[key]underWay
}

// key names an open span.
type key struct {
	kind            hitlrun.TraceKind
	thread, run, ns string
	task            string
}

// underWay is an open span, and the context that has it.
type underWay struct {
	ctx  context.Context
	span trace.Span
}

// New returns a Telemetry. The error, if any, comes from the meter provider.
func New(o Options) (*Telemetry, error) {
	if o.Tracers == nil {
		o.Tracers = tracenoop.NewTracerProvider()
	}
	if o.Meters == nil {
		o.Meters = metricnoop.NewMeterProvider()
	}
	t := &Telemetry{
		tracer:    o.Tracers.Tracer(scope, trace.WithInstrumentationVersion(hitlrun.Version)),
		durations: map[hitlrun.TraceKind]metric.Float64Histogram{},
		open:      map[key]underWay{},
	}
	meter := o.Meters.Meter(scope, metric.WithInstrumentationVersion(hitlrun.Version))
	for kind, name := range map[hitlrun.TraceKind]string{
		hitlrun.TraceRun: "run", hitlrun.TraceSuperstep: "superstep", hitlrun.TraceTask: "node",
		hitlrun.TraceEffect: "effect", hitlrun.TraceCommit: "commit", hitlrun.TraceSync: "sync",
	} {
		h, err := meter.Float64Histogram("hitlrun."+name+".duration", metric.WithUnit("s"))
		if err != nil {
			return nil, fmt.Errorf("make the histogram of %s: %w", name, err)
		}
		t.durations[kind] = h
	}
	return t, nil
}

// Trace is for ScriptOptions.Trace.
func (t *Telemetry) Trace(e hitlrun.TraceEvent) {
	if !e.Ended {
		t.begin(&e)
		return
	}
	u, ok := t.take(keyOf(&e))
	if !ok { // events of this kind are reported only at their end
		u.ctx, u.span = t.start(&e)
	}
	t.end(&e, u)
}

// Context returns the context of a Function with the span of the node that calls it, for the spans of the program.
func (t *Telemetry) Context(ctx context.Context) context.Context {
	c := hitlrun.CallerOf(ctx)
	if u, ok := t.find(key{hitlrun.TraceTask, c.ThreadID, c.RunID, c.NS, c.TaskID}); ok {
		return trace.ContextWithSpan(ctx, u.span)
	}
	return ctx
}

func keyOf(e *hitlrun.TraceEvent) key {
	k := key{kind: e.Kind, thread: e.ThreadID, run: e.RunID, ns: e.NS}
	if e.Kind == hitlrun.TraceTask {
		k.task = e.ID
	}
	return k
}

func (t *Telemetry) find(k key) (underWay, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	u, ok := t.open[k]
	return u, ok
}

func (t *Telemetry) take(k key) (underWay, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	u, ok := t.open[k]
	delete(t.open, k)
	return u, ok
}

func (t *Telemetry) begin(e *hitlrun.TraceEvent) {
	ctx, span := t.start(e)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open[keyOf(e)] = underWay{ctx, span}
}

// start begins the span of an event.
func (t *Telemetry) start(e *hitlrun.TraceEvent) (context.Context, trace.Span) {
	return t.tracer.Start(t.parent(e), spanName(e), trace.WithTimestamp(e.At), trace.WithSpanKind(spanKind(e)), trace.WithAttributes(attributes(e)...))
}

// parent returns the context with the span around an event.
func (t *Telemetry) parent(e *hitlrun.TraceEvent) context.Context {
	around := key{thread: e.ThreadID, run: e.RunID, ns: e.NS}
	switch e.Kind {
	case hitlrun.TraceRun:
		if e.NS == "" {
			break
		}
		outer, last := "", e.NS
		if i := strings.LastIndexByte(e.NS, '|'); i >= 0 {
			outer, last = e.NS[:i], e.NS[i+1:]
		}
		_, task, _ := strings.Cut(last, ":")
		around.kind, around.ns, around.task = hitlrun.TraceTask, outer, task
	case hitlrun.TraceTask:
		around.kind = hitlrun.TraceSuperstep
	case hitlrun.TraceEffect:
		around.kind, around.task = hitlrun.TraceTask, e.ID
	default:
		around.kind = hitlrun.TraceRun
	}
	if u, ok := t.find(around); ok {
		return u.ctx
	}
	if e.Context != nil {
		return e.Context
	}
	return context.Background()
}

// end ends the span of an event, and measures it.
func (t *Telemetry) end(e *hitlrun.TraceEvent, u underWay) {
	outcome := "done"
	switch {
	case e.Err != nil:
		outcome = "error"
		u.span.SetStatus(codes.Error, e.Err.Error())
	case e.Asks:
		outcome = "asks"
		u.span.SetAttributes(KeyAsks.Bool(true))
	}
	if e.Status != 0 {
		u.span.SetAttributes(attribute.Int("http.response.status_code", e.Status))
	}
	u.span.End(trace.WithTimestamp(e.At.Add(e.Took)))
	labels := []attribute.KeyValue{KeyOutcome.String(outcome)}
	if e.Node != "" {
		labels = append(labels, KeyNode.String(e.Node))
	}
	if h := t.durations[e.Kind]; h != nil {
		h.Record(u.ctx, float64(e.Took)/float64(time.Second), metric.WithAttributes(labels...))
	}
}

func spanName(e *hitlrun.TraceEvent) string {
	switch e.Kind {
	case hitlrun.TraceTask:
		return "node " + e.Node
	case hitlrun.TraceEffect:
		what, _, _ := strings.Cut(e.What, " ") // a URL would make many names
		return "effect " + what
	default:
		return string(e.Kind)
	}
}

func spanKind(e *hitlrun.TraceEvent) trace.SpanKind {
	if e.Kind == hitlrun.TraceEffect {
		return trace.SpanKindClient
	}
	return trace.SpanKindInternal
}

func attributes(e *hitlrun.TraceEvent) []attribute.KeyValue {
	list := []attribute.KeyValue{KeyThread.String(e.ThreadID), KeyRun.String(e.RunID)}
	if e.NS != "" {
		list = append(list, KeyNS.String(e.NS))
	}
	switch e.Kind {
	case hitlrun.TraceSuperstep:
		list = append(list, KeyStep.Int(e.Step))
	case hitlrun.TraceTask:
		list = append(list, KeyStep.Int(e.Step), KeyNode.String(e.Node), KeyTask.String(e.ID), KeyAttempt.Int(e.Attempt))
	case hitlrun.TraceEffect:
		list = append(list, KeyNode.String(e.Node), KeyTask.String(e.ID))
		if method, url, isRequest := strings.Cut(e.What, " "); isRequest {
			list = append(list, attribute.String("http.request.method", method), attribute.String("url.full", url))
		}
	case hitlrun.TraceCommit:
		list = append(list, KeyBatches.Int(e.Count))
	}
	return list
}
