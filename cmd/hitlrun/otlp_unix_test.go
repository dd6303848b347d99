//go:build unix

// This file tests what a collector gets from hitlrun serve --otlp.

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// collected are the requests that a collector got.
type collected struct {
	mu       sync.Mutex
	refused  int // how many it still refuses
	requests []collectedRequest
	header   http.Header
	paths    []string
}

type collectedRequest struct {
	ResourceSpans []struct {
		Resource struct {
			Attributes collectedAttributes `json:"attributes"`
		} `json:"resource"`
		ScopeSpans []struct {
			Spans []collectedSpan `json:"spans"`
		} `json:"scopeSpans"`
	} `json:"resourceSpans"`
}

type collectedSpan struct {
	TraceID    string              `json:"traceId"`
	SpanID     string              `json:"spanId"`
	ParentID   string              `json:"parentSpanId"`
	Name       string              `json:"name"`
	Kind       int                 `json:"kind"`
	Start      string              `json:"startTimeUnixNano"`
	End        string              `json:"endTimeUnixNano"`
	Attributes collectedAttributes `json:"attributes"`
	Status     struct {
		Code int `json:"code"`
	} `json:"status"`
}

type collectedAttributes []struct {
	Key   string         `json:"key"`
	Value map[string]any `json:"value"`
}

func (l collectedAttributes) get(key string) any {
	for _, a := range l {
		if a.Key == key {
			for _, v := range a.Value {
				return v
			}
		}
	}
	return nil
}

func (c *collected) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refused > 0 {
		c.refused--
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	var request collectedRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.requests, c.header, c.paths = append(c.requests, request), r.Header, append(c.paths, r.URL.Path)
	io.WriteString(w, "{}")
}

// spans returns those that were sent, outer ones first, and what they are of.
func (c *collected) spans() (list []collectedSpan, service any) {
	for _, r := range c.requests {
		for _, of := range r.ResourceSpans {
			service = of.Resource.Attributes.get("service.name")
			for _, scope := range of.ScopeSpans {
				list = append(list, scope.Spans...)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b collectedSpan) int { return strings.Compare(a.Start, b.Start) })
	return list, service
}

func TestServeSendsTraces(t *testing.T) {
	t.Parallel()
	for _, flags := range [][]string{{"--isolation=process"}, {"--isolation=in-process"}} {
		c := &collected{refused: 1}
		collector := httptest.NewServer(c)
		defer collector.Close()
		dir := t.TempDir()
		writeScript(t, dir, "flow.ts", servedFlow)
		cmd, url, _ := serving(t, dir, append(flags, "flow.ts", "--otlp", collector.URL)...)
		r, err := http.NewRequest(http.MethodPost, url+"/threads/7d5b4e0c-6a0f-4c57-9d0e-8f9f2b6f2a11/runs/wait", strings.NewReader(`{"assistant_id":"flow","input":{},"if_not_exists":"create"}`))
		if err != nil {
			t.Fatal(err)
		}
		const outer, client, request = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", "POST /threads/{thread}/runs/wait"
		r.Header = http.Header{"Content-Type": {"application/json"}, "Traceparent": {"00-" + outer + "-" + client + "-01"}}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
		endServing(t, cmd)

		list, service := c.spans()
		if service != "hitlrun" || c.header.Get("Content-Type") != "application/json" || len(c.paths) == 0 || c.paths[0] != "/v1/traces" {
			t.Errorf("%v: sent as service %v, %s to %v", flags, service, c.header.Get("Content-Type"), c.paths)
		}
		names := map[string]collectedSpan{}
		for _, s := range list {
			if s.TraceID == outer {
				names[s.Name] = s
			}
			if s.End < s.Start {
				t.Errorf("%v: span %s ends at %s, before it begins at %s", flags, s.Name, s.End, s.Start)
			}
		}
		parent := client
		for _, name := range []string{request, "run", "superstep", "node ask"} {
			s, ok := names[name]
			if !ok {
				t.Fatalf("%v: there is no span %q in the trace of the client: %+v", flags, name, list)
			}
			if s.ParentID != parent {
				t.Errorf("%v: the parent of %q is %q, want %q", flags, name, s.ParentID, parent)
			}
			parent = s.SpanID
		}
		if s := names[request]; s.Kind != 2 || s.Attributes.get("http.response.status_code") != "200" {
			t.Errorf("%v: the span of the request is %+v", flags, s)
		}
	}
}
