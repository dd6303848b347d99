// This file has the benchmarks that `make bench` compares with baseline.txt.

package bench_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/conformance/bench"
	"github.com/hitlrun/hitlrun/internal/programtest"
)

// program builds hitlrun and returns its path.
func program(tb testing.TB) string {
	tb.Helper()
	path, err := programtest.Build(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	return path
}

// script is a script with its settings.
type script struct {
	*hitlrun.Script
	out *bytes.Buffer
	db  string
}

func load(tb testing.TB, name string, env ...string) *script {
	tb.Helper()
	s := &script{out: &bytes.Buffer{}, db: filepath.Join(tb.TempDir(), "bench.db")}
	var err error
	s.Script, err = hitlrun.Load(filepath.Join("scripts", name), hitlrun.ScriptOptions{
		Stdout: s.out, Stderr: s.out, Permissions: hitlrun.AllowAll(), Env: append([]string{"DB=" + s.db}, env...),
	})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// clean removes the file of the run before.
func (s *script) clean() {
	for _, end := range []string{"", "-wal", "-shm", "-lock"} {
		os.Remove(s.db + end)
	}
}

// run runs the script, and returns the figures it prints.
func (s *script) run(tb testing.TB) map[string]float64 {
	tb.Helper()
	s.out.Reset()
	if err := s.Run(tb.Context()); err != nil {
		tb.Fatalf("%v\n%s", err, s.out)
	}
	var figures map[string]float64
	if err := json.Unmarshal(s.out.Bytes(), &figures); err != nil {
		tb.Fatalf("it printed %q: %v", s.out, err)
	}
	return figures
}

// benchmark runs a script again and again; it reports what each of the things that it does takes.
func benchmark(b *testing.B, unit, name string, env ...string) {
	b.ReportAllocs()
	s := load(b, name, env...)
	var n, ms float64
	for b.Loop() {
		figures := s.run(b)
		n, ms = n+figures["n"], ms+figures["ms"]
		b.StopTimer()
		s.clean()
		b.StartTimer()
	}
	b.ReportMetric(ms*1e6/n, "ns/"+unit)
}

func BenchmarkColdStart(b *testing.B) {
	hitlrun := program(b)
	env := append(os.Environ(), "XDG_CACHE_HOME="+b.TempDir())
	for b.Loop() {
		cmd := exec.Command(hitlrun, "run", "scripts/cold.mjs")
		cmd.Env = env
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	}
}

func BenchmarkSteps(b *testing.B) {
	b.Run("memory", func(b *testing.B) { benchmark(b, "step", "steps.mjs", "N=1000") })
	b.Run("sqlite", func(b *testing.B) {
		benchmark(b, "step", "steps.mjs", "N=1000", "SAVER=sqlite", "DURABILITY=async")
	})
}

func BenchmarkFanout(b *testing.B) { benchmark(b, "task", "fanout.mjs", "N=1000") }

func BenchmarkHITL(b *testing.B) {
	benchmark(b, "thread", "hitl.mjs", "N=100", "SAVER=sqlite", "DURABILITY=async")
}

func BenchmarkHistory(b *testing.B) {
	benchmark(b, "turn", "history.mjs", "N=100", "SAVER=sqlite", "DURABILITY=async")
}

func BenchmarkParallel(b *testing.B) {
	const supersteps = 100
	// One module serves many threads, as in a server on Node; "fresh" has a VM for each run.
	for _, kind := range []string{"memory", "sqlite", "fresh"} {
		b.Run(kind, func(b *testing.B) {
			path := ":memory:"
			if kind != "memory" {
				path = filepath.Join(b.TempDir(), "bench.db")
			}
			store, err := hitlrun.Open(path, hitlrun.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			graph, err := hitlrun.Load("scripts/parallel.mjs", hitlrun.ScriptOptions{Reuse: kind != "fresh"})
			if err != nil {
				b.Fatal(err)
			}
			defer graph.Close()
			var ids atomic.Int64
			b.SetParallelism(4)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := bench.Thread(b.Context(), store, graph, strconv.FormatInt(ids.Add(1), 10), supersteps); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}
