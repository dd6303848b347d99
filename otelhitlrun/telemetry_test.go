package otelhitlrun_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/embedded"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/otelhitlrun"
)

// recorder is the smallest SDK: it stores spans, and how often each histogram was used.
type recorder struct {
	embedded.TracerProvider
	metricnoop.MeterProvider
	mu     sync.Mutex
	spans  []*span
	counts map[string]int
}

func (r *recorder) Tracer(string, ...trace.TracerOption) trace.Tracer { return &tracer{r: r} }
func (r *recorder) Meter(string, ...metric.MeterOption) metric.Meter  { return meter{r: r} }

type tracer struct {
	embedded.Tracer
	r *recorder
}

type span struct {
	tracenoop.Span
	r          *recorder
	parent     *span
	name       string
	attributes map[attribute.Key]string
	failed     string
	ends       int
}

func (t *tracer) Start(ctx context.Context, name string, o ...trace.SpanStartOption) (context.Context, trace.Span) {
	s := &span{r: t.r, name: name, attributes: map[attribute.Key]string{}}
	s.parent, _ = trace.SpanFromContext(ctx).(*span)
	c := trace.NewSpanStartConfig(o...)
	s.SetAttributes(c.Attributes()...)
	t.r.mu.Lock()
	defer t.r.mu.Unlock()
	t.r.spans = append(t.r.spans, s)
	return trace.ContextWithSpan(ctx, s), s
}

func (s *span) SetAttributes(list ...attribute.KeyValue) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	for _, a := range list {
		s.attributes[a.Key] = a.Value.String()
	}
}
func (s *span) SetStatus(_ codes.Code, text string) { s.failed = text }
func (s *span) End(...trace.SpanEndOption) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	s.ends++
}

type meter struct {
	metricnoop.Meter
	r *recorder
}

func (m meter) Float64Histogram(name string, _ ...metric.Float64HistogramOption) (metric.Float64Histogram, error) {
	return histogram{r: m.r, name: name}, nil
}

type histogram struct {
	metricnoop.Float64Histogram
	r    *recorder
	name string
}

func (h histogram) Record(_ context.Context, _ float64, o ...metric.RecordOption) {
	labels := metric.NewRecordConfig(o).Attributes()
	outcome, _ := labels.Value(otelhitlrun.KeyOutcome)
	h.r.mu.Lock()
	defer h.r.mu.Unlock()
	h.r.counts[h.name+" "+outcome.AsString()]++
}

// paths are the names of the spans with those around them, without the numbers of commits and syncs.
func (r *recorder) paths() []string {
	var list []string
	for _, s := range r.spans {
		path := s.name
		for p := s.parent; p != nil; p = p.parent {
			path = p.name + " > " + path
		}
		list = append(list, path)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

const flow = `
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
const State = Annotation.Root({ url: Annotation<string>(), answer: Annotation<string>() });
const inner = new StateGraph(State)
  .addNode("ticket", async () => { await functions.createTicket({ title: "x" }); return {}; })
  .addEdge(START, "ticket").compile();
export const graph = new StateGraph(State)
  .addNode("load", async ({ url }) => { const r = await fetch(url + "/data?secret=1"); await r.text(); return {}; })
  .addNode("inner", inner)
  .addNode("approve", () => ({ answer: interrupt("secret?") }))
  .addNode("fail", () => { throw new Error("it is broken"); })
  .addEdge(START, "load").addEdge("load", "inner").addEdge("inner", "approve").addEdge("approve", "fail").compile();
`

// A run, all that is in it and what the program does in it are one tree, below the span of the caller.
func TestSpans(t *testing.T) {
	t.Parallel()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	defer service.Close()
	r := &recorder{counts: map[string]int{}}
	telemetry, err := otelhitlrun.New(otelhitlrun.Options{Tracers: r, Meters: r})
	if err != nil {
		t.Fatal(err)
	}
	own := r.Tracer("program")
	o := hitlrun.ScriptOptions{Trace: telemetry.Trace, Permissions: hitlrun.AllowAll(), Functions: map[string]hitlrun.Function{
		"createTicket": hitlrun.Func(func(ctx context.Context, _ any) (any, error) {
			_, span := own.Start(telemetry.Context(ctx), "INSERT")
			span.End()
			return nil, nil
		}),
	}}
	script, err := hitlrun.LoadSource("flow.ts", []byte(flow), o)
	if err != nil {
		t.Fatal(err)
	}
	store, err := hitlrun.Open(":memory:", hitlrun.Options{Script: o})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ctx, span := own.Start(t.Context(), "HTTP")
	run, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: fmt.Appendf(nil, `{"url": %q}`, service.URL)})
	span.End()
	if err != nil || len(run.Interrupts) != 1 {
		t.Fatal(run, err)
	}
	if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: []byte(`"the secret answer"`)}); err == nil {
		t.Fatal("it should fail")
	}
	for _, want := range []string{
		"HTTP > run",
		"HTTP > run > commit",
		"HTTP > run > superstep > node load > effect GET",
		"HTTP > run > superstep > node inner > run > superstep > node ticket > effect createTicket",
		"HTTP > run > superstep > node inner > run > superstep > node ticket > INSERT",
		"HTTP > run > superstep > node approve",
		"run > superstep > node approve",
		"run > superstep > node fail",
	} {
		if !slices.Contains(r.paths(), want) {
			t.Errorf("there is no span %q", want)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(r.paths(), "\n"))
	}
	asked, failed := 0, 0
	for _, s := range r.spans {
		if s.ends != 1 {
			t.Errorf("span %s has ended %d times", s.name, s.ends)
		}
		if s.attributes[otelhitlrun.KeyAsks] == "true" && s.failed == "" {
			asked++
		}
		if s.name == "node fail" && strings.Contains(s.failed, "it is broken") && s.attributes[otelhitlrun.KeyThread] == "t" {
			failed++
		}
		if s.name == "effect GET" && (s.attributes["http.response.status_code"] != "418" || s.attributes["url.full"] != service.URL+"/data") {
			t.Errorf("the request: %v", s.attributes)
		}
		if strings.Contains(fmt.Sprint(s.name, s.attributes), "secret") {
			t.Errorf("span %s has a value: %v", s.name, s.attributes)
		}
	}
	if asked != 2 || failed != 1 { // the node and the run
		t.Errorf("%d spans ask, want 2; %d fail, want 1", asked, failed)
	}
	for name, want := range map[string]int{"run.duration asks": 1, "run.duration error": 1, "node.duration asks": 1, "effect.duration done": 2} {
		if got := r.counts["hitlrun."+name]; got != want {
			t.Errorf("%s was measured %d times, want %d (%v)", name, got, want, r.counts)
		}
	}
}

// Without providers nothing is recorded, and all works.
func TestNoProvider(t *testing.T) {
	t.Parallel()
	telemetry, err := otelhitlrun.New(otelhitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{Trace: telemetry.Trace})
	if err != nil {
		t.Fatal(err)
	}
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"url": "http://localhost"}`)}); err == nil {
		t.Error("fetch is not granted")
	}
}
