// This file has the routes for operators: health, version, metrics and the OpenAPI document.

package server

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hitlrun/hitlrun"
)

// ok says whether the files of the store are still those that the server has open.
func (s *Server) ok(w http.ResponseWriter, r *http.Request) error {
	if err := s.store.CheckFiles(r.Context()); err != nil {
		s.log.Error("the store does not work", "error", err)
		return errorf(http.StatusServiceUnavailable, "the store does not work; the log of the server says more")
	}
	writeJSON(w, http.StatusOK, map[string]bool{"ok": true})
	return nil
}

func (s *Server) info(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, http.StatusOK, map[string]any{
		"version": hitlrun.Version, "server": "hitlrun",
		"flags": map[string]any{"assistants": true, "crons": true, "langsmith": false, "langsmith_tracing_replicas": false},
	})
	return nil
}

// metrics has the counters of /metrics.
type metrics struct {
	streams atomic.Int64
	mu      sync.Mutex
	runs    map[string]int64 // by their status at the end
	seconds float64
	buckets [len(runBuckets)]int64
}

// runBuckets are the upper bounds of the histogram of the durations of runs, in seconds.
var runBuckets = [...]float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300}

func (m *metrics) ended(status string, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.runs == nil {
		m.runs = map[string]int64{}
	}
	m.runs[status]++
	m.seconds += took.Seconds()
	for i, limit := range runBuckets {
		if took.Seconds() <= limit {
			m.buckets[i]++
		}
	}
}

// metrics sends the counters in the text format of Prometheus.
func (s *Server) metrics(w http.ResponseWriter, r *http.Request) error {
	waiting, oldest := 0, time.Duration(0)
	for t, err := range s.store.EachThread(r.Context(), hitlrun.ThreadFilter{Waiting: true, Brief: true}) {
		if err == nil && t.Unread {
			var whole *hitlrun.Thread
			if whole, err = s.thread(r.Context(), t.ID); err == nil {
				t = *whole
			}
		}
		if errors.Is(err, hitlrun.ErrNoThread) || err == nil && t.AskedAt == nil {
			continue // it was deleted or answered meanwhile
		}
		if err != nil {
			return err
		}
		waiting += len(t.Interrupts)
		oldest = max(oldest, time.Since(*t.AskedAt))
	}
	var b strings.Builder
	one := func(name, kind, help string, value any) {
		fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n%s %v\n", name, help, name, kind, name, value)
	}
	one("hitlrun_questions_waiting", "gauge", "Questions that wait for an answer.", waiting)
	one("hitlrun_question_oldest_seconds", "gauge", "Since when the oldest question waits.", oldest.Seconds())
	one("hitlrun_streams_open", "gauge", "Streams that are open.", s.count.streams.Load())
	running, queued := s.queue.count()
	one("hitlrun_runs_running", "gauge", "Runs under way.", running)
	one("hitlrun_runs_queued", "gauge", "Runs that wait for their turn.", queued)
	m := &s.count
	m.mu.Lock()
	defer m.mu.Unlock()
	b.WriteString("# HELP hitlrun_runs_total Runs that have ended.\n# TYPE hitlrun_runs_total counter\n")
	total := int64(0)
	for _, status := range []string{statusSuccess, statusError, statusInterrupted, statusTimeout} {
		fmt.Fprintf(&b, "hitlrun_runs_total{status=%q} %d\n", status, m.runs[status])
		total += m.runs[status]
	}
	b.WriteString("# HELP hitlrun_run_seconds How long runs took.\n# TYPE hitlrun_run_seconds histogram\n")
	for i, limit := range runBuckets {
		fmt.Fprintf(&b, "hitlrun_run_seconds_bucket{le=\"%v\"} %d\n", limit, m.buckets[i])
	}
	fmt.Fprintf(&b, "hitlrun_run_seconds_bucket{le=\"+Inf\"} %d\nhitlrun_run_seconds_sum %v\nhitlrun_run_seconds_count %d\n", total, m.seconds, total)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, err := w.Write([]byte(b.String()))
	return gone(err)
}

// count returns how many runs are executed now, and how many wait.
func (q *queue) count() (running, queued int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, t := range q.threads {
		if n := len(t.jobs); n > 0 {
			running, queued = running+1, queued+n-1
		}
	}
	return running, queued
}

// openAPI sends the OpenAPI description of the routes. The bodies are those of the LangGraph server.
func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request) error {
	paths := map[string]map[string]any{}
	for _, rt := range routes() {
		method, path, _ := strings.Cut(rt.pattern, " ")
		if paths[path] == nil {
			paths[path] = map[string]any{}
		}
		parameters := []any{}
		for _, part := range strings.Split(path, "/") {
			if name, ok := strings.CutPrefix(part, "{"); ok {
				parameters = append(parameters, map[string]any{"name": strings.TrimSuffix(name, "}"), "in": "path", "required": true, "schema": map[string]string{"type": "string"}})
			}
		}
		operation := map[string]any{"responses": map[string]any{"default": map[string]string{"description": "the answer, or a message that says what is wrong"}}, "parameters": parameters}
		if rt.scope != open {
			operation["security"] = []any{map[string]any{"key": []string{}}, map[string]any{"bearer": []string{}}}
			operation["description"] = "Takes a token with the scope " + scopeNames[rt.scope] + "."
		}
		paths[path][strings.ToLower(method)] = operation
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"openapi": "3.1.0", "info": map[string]string{"title": "hitlrun", "version": hitlrun.Version}, "paths": paths,
		"components": map[string]any{"securitySchemes": map[string]any{
			"key": map[string]string{"type": "apiKey", "in": "header", "name": "x-api-key"}, "bearer": map[string]string{"type": "http", "scheme": "bearer"},
		}},
	})
	return nil
}
