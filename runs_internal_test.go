package hitlrun

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/hitlrun/hitlrun/jsapi"
)

// A run waits for the one who reads its chunks: what a script writes does not pile up in the host.
func TestRunWaitsForItsReader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := chunkQueue{more: make(chan struct{}, 1)}
		ctx, stop := context.WithCancel(t.Context())
		var put atomic.Int32
		write := func() {
			for range 300 {
				q.put(ctx, jsapi.Chunk{Payload: make([]byte, 1<<20)})
				put.Add(1)
			}
		}
		const full = maxWaiting >> 20
		expect := func(what string, want int32) {
			t.Helper()
			synctest.Wait()
			if got := put.Load(); got != want {
				t.Errorf("%s: %d chunks were written, want %d", what, got, want)
			}
		}
		q.read(true)
		go write()
		expect("nothing is read", full)
		if list, err := q.take(ctx, nil); err != nil || len(list) != full+1 {
			t.Errorf("took %d chunks, %v; want %d", len(list), err, full+1)
		}
		expect("some was read", full+1+full)
		q.read(false)
		expect("the reader has gone", 300)

		put.Store(0)
		q.read(true)
		go write()
		synctest.Wait()
		stop()
		expect("the run has ended", 300)
	})
}

// A run waits behind a large chunk until the one who reads it comes back for the next one. Then the chunk is not in memory any more.
func TestRunWaitsForItsLargeChunks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := chunkQueue{more: make(chan struct{}, 1)}
		var put atomic.Int32
		expect := func(what string, want int32) {
			t.Helper()
			synctest.Wait()
			if got := put.Load(); got != want {
				t.Errorf("%s: %d chunks were written, want %d", what, got, want)
			}
		}
		done := make(chan struct{})
		take := func(want int) { // in one part or more
			t.Helper()
			for got := 0; got < want; {
				list, err := q.take(t.Context(), done)
				if got += len(list); err != nil || got > want || len(list) == 0 {
					t.Errorf("took %d chunks, %v; want %d", got, err, want)
					return
				}
			}
		}
		q.read(true)
		go func() {
			for _, size := range []int{1, 2 << 20, 1, 2 << 20, 2 << 20} {
				q.put(t.Context(), jsapi.Chunk{Payload: make([]byte, size)})
				put.Add(1)
			}
		}()
		expect("nothing is read", 1)
		take(2)
		expect("the first large one is being processed", 1)
		go take(2)
		expect("it is processed", 3)
		q.read(false)
		expect("the reader has gone", 5)
		close(done)
	})
}
