// This file writes spans as the JSON of ExportTraceServiceRequest: ids in hexadecimal, times and integers as strings.

package otlp

import (
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
)

type object = map[string]any

// requestOf groups spans by the resource and the scope that made them.
func requestOf(spans []trace.ReadOnlySpan) object {
	type group struct {
		resource *resource.Resource
		scopes   map[instrumentation.Scope][]object
		order    []instrumentation.Scope
	}
	groups, order := map[attribute.Distinct]*group{}, []*group{}
	for _, s := range spans {
		id := s.Resource().Equivalent()
		g := groups[id]
		if g == nil {
			g = &group{resource: s.Resource(), scopes: map[instrumentation.Scope][]object{}}
			groups[id] = g
			order = append(order, g)
		}
		scope := s.InstrumentationScope()
		if g.scopes[scope] == nil {
			g.order = append(g.order, scope)
		}
		g.scopes[scope] = append(g.scopes[scope], spanOf(s))
	}
	list := []object{}
	for _, g := range order {
		scopes := []object{}
		for _, s := range g.order {
			scopes = append(scopes, object{"scope": object{"name": s.Name, "version": s.Version}, "spans": g.scopes[s]})
		}
		list = append(list, object{"resource": object{"attributes": attributesOf(g.resource.Attributes())}, "scopeSpans": scopes})
	}
	return object{"resourceSpans": list}
}

func spanOf(s trace.ReadOnlySpan) object {
	o := object{
		"traceId": s.SpanContext().TraceID().String(), "spanId": s.SpanContext().SpanID().String(),
		"name": s.Name(), "kind": int(s.SpanKind()), // the numbers are the same
		"startTimeUnixNano": nanoseconds(s.StartTime()), "endTimeUnixNano": nanoseconds(s.EndTime()),
		"attributes": attributesOf(s.Attributes()), "flags": int(s.SpanContext().TraceFlags()),
	}
	if s.Parent().SpanID().IsValid() {
		o["parentSpanId"] = s.Parent().SpanID().String()
	}
	if state := s.SpanContext().TraceState().String(); state != "" {
		o["traceState"] = state
	}
	if s.Status().Code != codes.Unset {
		code := 1
		if s.Status().Code == codes.Error {
			code = 2
		}
		o["status"] = object{"code": code, "message": s.Status().Description}
	}
	events := []object{}
	for _, e := range s.Events() {
		events = append(events, object{"timeUnixNano": nanoseconds(e.Time), "name": e.Name, "attributes": attributesOf(e.Attributes)})
	}
	links := []object{}
	for _, l := range s.Links() {
		links = append(links, object{"traceId": l.SpanContext.TraceID().String(), "spanId": l.SpanContext.SpanID().String(), "attributes": attributesOf(l.Attributes)})
	}
	o["events"], o["links"] = events, links
	return o
}

func nanoseconds(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func attributesOf(list []attribute.KeyValue) []object {
	all := []object{}
	for _, a := range list {
		all = append(all, object{"key": string(a.Key), "value": valueOf(a.Value)})
	}
	return all
}

func valueOf(v attribute.Value) object {
	switch v.Type() {
	case attribute.BOOL:
		return object{"boolValue": v.AsBool()}
	case attribute.INT64:
		return object{"intValue": strconv.FormatInt(v.AsInt64(), 10)}
	case attribute.FLOAT64:
		return object{"doubleValue": v.AsFloat64()}
	case attribute.STRING:
		return object{"stringValue": v.AsString()}
	case attribute.BOOLSLICE:
		return arrayOf(v.AsBoolSlice(), attribute.BoolValue)
	case attribute.INT64SLICE:
		return arrayOf(v.AsInt64Slice(), attribute.Int64Value)
	case attribute.FLOAT64SLICE:
		return arrayOf(v.AsFloat64Slice(), attribute.Float64Value)
	case attribute.STRINGSLICE:
		return arrayOf(v.AsStringSlice(), attribute.StringValue)
	default:
		return object{"stringValue": v.String()}
	}
}

func arrayOf[T any](list []T, value func(T) attribute.Value) object {
	values := []object{}
	for _, v := range list {
		values = append(values, valueOf(value(v)))
	}
	return object{"arrayValue": object{"values": values}}
}
