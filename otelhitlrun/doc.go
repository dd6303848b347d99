// Package otelhitlrun makes OpenTelemetry spans and metrics of what runs do. It uses the API of OpenTelemetry only: the program
// chooses an SDK and an exporter. A program that does not import it pays nothing for it.
//
//	telemetry, err := otelhitlrun.New(otelhitlrun.Options{Tracers: otel.GetTracerProvider(), Meters: otel.GetMeterProvider()})
//	script, err := hitlrun.Load("flow.ts", hitlrun.ScriptOptions{Trace: telemetry.Trace})
//	store, err := hitlrun.Open("hitlrun.db", hitlrun.Options{Script: hitlrun.ScriptOptions{Trace: telemetry.Trace}})
//
// A run is a span below the span in the context of Start or Resume. A graph that runs in a node is a span below that of the node:
//
//	run ─┬─ superstep ─┬─ node approve ─┬─ effect createTicket
//	     │             │                └─ effect POST
//	     │             └─ node audit
//	     ├─ commit
//	     └─ sync
//
// Spans have the ids of the thread, of the run and of tasks, names of nodes and functions, and URLs without their query: no value of a
// state, no question and no answer. They have the texts of errors. The span of a node that asks ends with hitlrun.asks.
//
// Histograms, in seconds: hitlrun.run.duration, hitlrun.superstep.duration, hitlrun.node.duration, hitlrun.effect.duration,
// hitlrun.commit.duration, hitlrun.sync.duration, by hitlrun.outcome: done, asks or error.
package otelhitlrun
