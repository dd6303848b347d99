// This file measures threads that ask and are answered, in this process and in workers.

package hitlrun_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// BenchmarkThreads starts threads that ask, and answers them, on a SQLite store: one after the other, where pause-ms is the median time
// from the start to the question, and many at once, where threads/s is how many.
//
//	go test -run XXX -bench Threads -benchtime 500x .
func BenchmarkThreads(b *testing.B) {
	for _, isolation := range []hitlrun.Isolation{hitlrun.InProcess, hitlrun.Process} {
		for _, reuse := range []bool{false, true} {
			o := hitlrun.ScriptOptions{Isolation: isolation, Reuse: reuse}
			name := fmt.Sprintf("isolation=%s/reuse=%v", map[hitlrun.Isolation]string{hitlrun.InProcess: "in-process", hitlrun.Process: "process"}[isolation], reuse)
			b.Run("alone/"+name, func(b *testing.B) { benchThreads(b, o, 1) })
			b.Run("eight/"+name, func(b *testing.B) { benchThreads(b, o, 8) })
		}
	}
}

func benchThreads(b *testing.B, o hitlrun.ScriptOptions, at int) {
	if o.Isolation == hitlrun.Process {
		o.Workers = hitlrun.NewWorkers(hitlrun.WorkerOptions{})
		defer o.Workers.Close()
	}
	store, err := hitlrun.Open(filepath.Join(b.TempDir(), "threads.db"), hitlrun.Options{Script: o})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	script := loadWith(b, flow, o)
	var mu sync.Mutex
	var pauses []time.Duration
	one := func(id string) error {
		begin := time.Now()
		if _, err := store.Start(b.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{"to":"Ann"}`)}); err != nil {
			return err
		}
		took := time.Since(begin)
		mu.Lock()
		pauses = append(pauses, took)
		mu.Unlock()
		_, err := store.Resume(b.Context(), id, hitlrun.Answer{Value: json.RawMessage("true"), Script: script})
		return err
	}
	for i := range 4 * at {
		if err := one(fmt.Sprint("warm", i)); err != nil {
			b.Fatal(err)
		}
	}
	pauses = nil
	b.ResetTimer()
	var wg sync.WaitGroup
	for i := range at {
		wg.Go(func() {
			for n := i; n < b.N; n += at {
				if err := one(fmt.Sprint(n)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "threads/s")
	slices.Sort(pauses)
	if len(pauses) > 0 {
		b.ReportMetric(float64(pauses[len(pauses)/2].Microseconds())/1000, "pause-ms")
	}
}
