// Package otlp sends spans to an OpenTelemetry collector by OTLP over HTTP, in JSON (https://opentelemetry.io/docs/specs/otlp/). The
// exporters of OpenTelemetry bring protobuf and gRPC, 10 MB and a millisecond for each start of a program; this one brings neither.
package otlp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/sdk/trace"
)

// Exporter is a trace.SpanExporter. It is safe for concurrent use.
type Exporter struct {
	url    string
	header http.Header
	client http.Client
}

// New returns an exporter to a collector. The endpoint is its base URL, "http://127.0.0.1:4318" for example, or ends with /v1/traces. Each
// request has the header; nil means none. New sends nothing. It returns an error if the endpoint is not a URL of HTTP.
func New(endpoint string, header http.Header) (*Exporter, error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("%q is not a URL of http or https", endpoint)
	}
	if !strings.HasSuffix(u.Path, "/v1/traces") {
		u = u.JoinPath("v1", "traces")
	}
	return &Exporter{url: u.String(), header: header.Clone(), client: http.Client{Timeout: 10 * time.Second}}, nil
}

// attempts is how often spans are sent while the collector is busy.
const attempts = 4

// ExportSpans implements trace.SpanExporter. It returns when the collector has the spans, or has refused them. While the collector is busy, it
// sends them again for some seconds.
func (e *Exporter) ExportSpans(ctx context.Context, spans []trace.ReadOnlySpan) error {
	body, err := json.Marshal(requestOf(spans))
	if err != nil {
		return fmt.Errorf("write spans: %w", err)
	}
	wait := 500 * time.Millisecond
	for n := 1; ; n++ {
		after, err := e.send(ctx, body)
		if err == nil || n == attempts || !errors.Is(err, errLater) {
			return err
		}
		select {
		case <-time.After(max(wait, min(after, 10*time.Second))):
			wait *= 2
		case <-ctx.Done():
			return err
		}
	}
}

// Shutdown implements trace.SpanExporter.
func (e *Exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

var errLater = errors.New("it cannot take spans now")

// send sends a request once. after is the time that the collector asks to wait before the next request.
func (e *Exporter) send(ctx context.Context, body []byte) (after time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return 0, fmt.Errorf("send spans to %s: %w", e.url, err)
	}
	if e.header != nil {
		r.Header = e.header.Clone()
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := e.client.Do(r)
	if err != nil {
		return 0, fmt.Errorf("send spans to the collector: %w: %w", err, errLater)
	}
	defer func() { _ = res.Body.Close() }()
	said, _ := io.ReadAll(io.LimitReader(res.Body, 1<<10))
	switch res.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(res.Header.Get("Retry-After"))
		return time.Duration(seconds) * time.Second, fmt.Errorf("send spans to %s: %s: %w", e.url, res.Status, errLater)
	}
	if res.StatusCode/100 != 2 {
		return 0, fmt.Errorf("send spans to %s: %s: %s", e.url, res.Status, said)
	}
	return 0, nil
}
