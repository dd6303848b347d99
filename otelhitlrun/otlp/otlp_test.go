// This file tests what is sent to a collector, and what happens to spans that it does not take.

package otlp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/hitlrun/hitlrun/otelhitlrun/otlp"
)

// collector answers with each of the statuses in turn, then with 200, and returns what it got.
func collector(t *testing.T, statuses ...int) (url string, bodies *[]string) {
	t.Helper()
	bodies = &[]string{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		*bodies = append(*bodies, string(body))
		if len(*bodies) <= len(statuses) {
			http.Error(w, "no room", statuses[len(*bodies)-1])
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, bodies
}

// send makes a span and sends it.
func send(t *testing.T, url string, span func(trace.Tracer)) error {
	t.Helper()
	e, err := otlp.New(url, nil)
	if err != nil {
		t.Fatal(err)
	}
	var failed error
	p := sdk.NewTracerProvider(sdk.WithSyncer(exporter{e, &failed}), sdk.WithResource(resource.NewSchemaless(attribute.String("service.name", "test"))))
	span(p.Tracer("tests", trace.WithInstrumentationVersion("1.2")))
	if err := p.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	return failed
}

// exporter remembers the error.
type exporter struct {
	*otlp.Exporter
	failed *error
}

func (e exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := e.Exporter.ExportSpans(ctx, spans)
	if err != nil {
		*e.failed = err
	}
	return nil
}

func TestEncoding(t *testing.T) {
	t.Parallel()
	url, bodies := collector(t)
	err := send(t, url, func(tracer trace.Tracer) {
		at := time.Unix(1, 5)
		_, s := tracer.Start(t.Context(), "ask Ann", trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(at), trace.WithAttributes(
			attribute.String("text", "a\"b\x00"), attribute.Int64("big", 1<<60), attribute.Float64("half", 0.5), attribute.Bool("yes", true), attribute.StringSlice("list", []string{"a", "b"}),
			attribute.Int64Slice("numbers", []int64{1}), attribute.BoolSlice("flags", nil), attribute.Float64Slice("floats", []float64{1.5})))
		s.AddEvent("asked", trace.WithTimestamp(at), trace.WithAttributes(attribute.Bool("again", false)))
		s.AddLink(trace.Link{SpanContext: s.SpanContext()})
		s.SetStatus(codes.Error, "no")
		s.End(trace.WithTimestamp(at.Add(time.Second)))
	})
	if err != nil || len(*bodies) != 1 {
		t.Fatal(err, *bodies)
	}
	var got any
	if err := json.Unmarshal([]byte((*bodies)[0]), &got); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`"[0-9a-f]{32}"`).ReplaceAllString(string(text), `"TRACE"`)
	shown = regexp.MustCompile(`"[0-9a-f]{16}"`).ReplaceAllString(shown, `"SPAN"`)
	want := `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"test"}}]},"scopeSpans":[{"scope":{"name":"tests","version":"1.2"},"spans":[` +
		`{"attributes":[{"key":"text","value":{"stringValue":"a\"b\u0000"}},{"key":"big","value":{"intValue":"1152921504606846976"}},{"key":"half","value":{"doubleValue":0.5}},` +
		`{"key":"yes","value":{"boolValue":true}},{"key":"list","value":{"arrayValue":{"values":[{"stringValue":"a"},{"stringValue":"b"}]}}},` +
		`{"key":"numbers","value":{"arrayValue":{"values":[{"intValue":"1"}]}}},{"key":"flags","value":{"arrayValue":{"values":[]}}},` +
		`{"key":"floats","value":{"arrayValue":{"values":[{"doubleValue":1.5}]}}}],` +
		`"endTimeUnixNano":"2000000005","events":[{"attributes":[{"key":"again","value":{"boolValue":false}}],"name":"asked","timeUnixNano":"1000000005"}],"flags":1,"kind":3,` +
		`"links":[{"attributes":[],"spanId":"SPAN","traceId":"TRACE"}],"name":"ask Ann","spanId":"SPAN","startTimeUnixNano":"1000000005","status":{"code":2,"message":"no"},"traceId":"TRACE"}]}]}]}`
	if shown != want {
		t.Errorf("sent\n%s\nwant\n%s", shown, want)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	one := func(tracer trace.Tracer) { _, s := tracer.Start(t.Context(), "x"); s.End() }
	for _, c := range []struct {
		statuses []int
		sent     int
		want     string
	}{
		{[]int{503}, 2, ""},
		{[]int{429, 502}, 3, ""},
		{[]int{400}, 1, "400 Bad Request: no room"},
		{[]int{401}, 1, "401 Unauthorized: no room"},
	} {
		url, bodies := collector(t, c.statuses...)
		err := send(t, url, one)
		if len(*bodies) != c.sent || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: sent %d times, %v; want %d times, %q", c.statuses, len(*bodies), err, c.sent, c.want)
		}
	}
}

func TestEndpoint(t *testing.T) {
	t.Parallel()
	for endpoint, want := range map[string]string{
		"127.0.0.1:4318":   `"127.0.0.1:4318" is not a URL of http or https`,
		"ftp://127.0.0.1":  `"ftp://127.0.0.1" is not a URL of http or https`,
		"http://":          `"http://" is not a URL of http or https`,
		"http://a:4318/v1": "",
	} {
		if _, err := otlp.New(endpoint, nil); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %q", endpoint, err, want)
		}
	}
}
