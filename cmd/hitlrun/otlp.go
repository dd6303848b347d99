// This file has --otlp: the spans of requests, runs, supersteps and nodes, sent to an OpenTelemetry collector.

package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/pflag"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/otelhitlrun"
	"github.com/hitlrun/hitlrun/otelhitlrun/otlp"
)

// otlpFlag says where spans go.
type otlpFlag struct{ endpoint string }

func (f *otlpFlag) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.endpoint, "otlp", "", "send traces to the OpenTelemetry collector at `URL` (default $OTEL_EXPORTER_OTLP_ENDPOINT)")
}

// spans makes spans of requests and of runs. The zero value makes none.
type spans struct{ provider *sdk.TracerProvider }

// open adds the tracing that the flag requests to o.
func (f *otlpFlag) open(ctx context.Context, a *app, o *hitlrun.ScriptOptions) (spans, error) {
	endpoint, from := f.endpoint, "--otlp"
	if endpoint == "" {
		endpoint, from = os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"), "$OTEL_EXPORTER_OTLP_ENDPOINT"
	}
	if endpoint == "" {
		return spans{}, nil
	}
	header, err := otlpHeader(os.Getenv("OTEL_EXPORTER_OTLP_HEADERS"))
	if err != nil {
		return spans{}, err
	}
	exporter, err := otlp.New(endpoint, header)
	if err != nil {
		return spans{}, usagef("%s: %v", from, err)
	}
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "hitlrun"), attribute.String("service.version", hitlrun.Version)),
		resource.WithFromEnv(), resource.WithTelemetrySDK())
	if err != nil {
		return spans{}, usagef("$OTEL_RESOURCE_ATTRIBUTES: %v", err)
	}
	log := slog.New(slog.NewTextHandler(a.stderr, nil))
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces are not sent", "error", err) }))
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	telemetry, err := otelhitlrun.New(otelhitlrun.Options{Tracers: provider})
	if err != nil {
		return spans{}, fmt.Errorf("trace: %w", err)
	}
	o.Trace = telemetry.Trace
	return spans{provider}, nil
}

// otlpHeader reads a list of header fields as the environment variable has it: name=value,name=value, with values as in a URL.
func otlpHeader(list string) (http.Header, error) {
	h := http.Header{}
	for _, field := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) {
		name, value, ok := strings.Cut(field, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if !ok || err != nil {
			return nil, usagef("$OTEL_EXPORTER_OTLP_HEADERS: %q is not name=value", strings.TrimSpace(name))
		}
		h.Add(strings.TrimSpace(name), value)
	}
	return h, nil
}

// handler makes spans of the requests to next, below those of their clients.
func (s spans) handler(next http.Handler) http.Handler {
	if s.provider == nil {
		return next
	}
	return otelhttp.NewHandler(next, "", otelhttp.WithTracerProvider(s.provider), otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithFilter(func(r *http.Request) bool { return r.URL.Path != "/ok" && r.URL.Path != "/metrics" }))
}

// close sends what has not been sent.
func (s spans) close(ctx context.Context) {
	if s.provider != nil {
		_ = s.provider.Shutdown(ctx) // the error handler has reported it
	}
}
