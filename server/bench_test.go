// This file measures pauses and answers over HTTP.

package server_test

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// BenchmarkPauseAndAnswer starts a thread that asks, and answers it, over POST /chat.
func BenchmarkPauseAndAnswer(b *testing.B) {
	b.Run("fresh", func(b *testing.B) { pauseAndAnswer(b, hitlrun.ScriptOptions{}) })
	b.Run("reused", func(b *testing.B) { pauseAndAnswer(b, hitlrun.ScriptOptions{Reuse: true, MaxIdle: 16}) })
}

func pauseAndAnswer(b *testing.B, o hitlrun.ScriptOptions) {
	store, err := hitlrun.Open(filepath.Join(b.TempDir(), "test.db"), hitlrun.Options{Script: o})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	script := load(b, "flow.ts", flow, o)
	s, err := server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script, Export: "agent"}}})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Shutdown(b.Context())
	url := listen(b, s)
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = 100 //nolint:forcetypeassert // it is one
	b.SetParallelism(8)
	before := cpuTime()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, asked := post(b.Context(), url+"/chat", `{"input":{"log":[]}}`)
			status, answered := post(b.Context(), url+"/chat", `{"thread_id":"`+field(asked, "thread_id")+`","resume":true}`)
			if status != http.StatusOK {
				b.Fatal(asked, answered)
			}
		}
	})
	b.ReportMetric(float64(cpuTime()-before)/float64(b.N)/1e6, "cpu-ms/op")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
}

func listen(b *testing.B, h http.Handler) string {
	b.Helper()
	s := httptest.NewServer(h)
	b.Cleanup(s.Close)
	return s.URL
}
