// This file tests limits of scripts, in this process and in workers.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// What a script prints goes into a pipe that nobody reads for longer than Limits.Turn: it has waited and not computed. A
// loop behind that is stopped all the same.
func TestTurnIsNotWaiting(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		t.Parallel()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		o.Stdout, o.Limits.Turn = w, time.Second
		printed := make(chan string, 1)
		go func() {
			first := make([]byte, 1)
			_, _ = io.ReadFull(r, first)
			time.Sleep(2500 * time.Millisecond) // this tests time: the script fills the pipe, and waits for longer than Limits.Turn
			data, _ := io.ReadAll(r)
			printed <- string(first) + string(data)
		}()
		err = loadWith(t, `
			for (let i = 0; i < 40; i++) console.log("x".repeat(9999));
			console.error(new Date().getTime() > 0);`, o).Run(t.Context())
		w.Close()
		if err != nil {
			t.Errorf("a slow reader: %v", err)
		}
		if got := <-printed; got != strings.Repeat(strings.Repeat("x", 9999)+"\n", 40) {
			t.Errorf("%d bytes were printed", len(got))
		}
		o.Stdout = io.Discard
		ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
		defer cancel()
		err = loadWith(t, `for (;;) console.log("x")`, o).Run(ctx)
		if !errors.Is(err, hitlrun.ErrLimit) || !strings.Contains(err.Error(), "it ran for more than 1s without giving way (see --max-turn)") {
			t.Errorf("a loop that prints: %v", err)
		}
	})
}

// A script that hoards by texts that double gets the error of its limit, and those that run beside it, in this process or in
// the same workers, do not. It is not parallel: the heap is that of the process.
func TestHoarderAlone(t *testing.T) {
	const flow = `import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ hoard: Annotation(), n: Annotation() }))
  .addNode("work", async ({ hoard }) => {
    let s = "x";
    while (hoard) s += s;
    const kept = Array.from({ length: 1000 }, (_, i) => "x".repeat(1000) + i);
    for (let round = 0; round < 30; round++) {
      let garbage = [];
      for (let i = 0; i < 300; i++) garbage.push(new Array(100).fill(i));
      await new Promise((r) => setTimeout(r, 10));
    }
    return { n: kept.length };
  })
  .addEdge(START, "work").addEdge("work", END).compile();`
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		store := open(t, ":memory:")
		o.Limits.MemoryBytes = 150 << 20
		script := loadWith(t, flow, o)
		var wg sync.WaitGroup
		for i := range 7 {
			wg.Go(func() {
				if res, err := store.Start(t.Context(), script, hitlrun.Start{Input: json.RawMessage(`{"hoard":false}`)}); err != nil || string(res.Values) != `{"hoard":false,"n":1000}` {
					t.Errorf("run %d, which takes little: %+v (%v)", i, res, err)
				}
			})
		}
		wg.Go(func() {
			_, err := store.Start(t.Context(), script, hitlrun.Start{Input: json.RawMessage(`{"hoard":true}`)})
			if !errors.Is(err, hitlrun.ErrLimit) || !strings.Contains(err.Error(), "it uses more than 150 MiB of memory (see --max-memory)") {
				t.Errorf("the hoarder: %v", err)
			}
		})
		wg.Wait()
	})
}

// A script that prints to what nobody reads ends with its context, and so does another one that prints there.
func TestNobodyReads(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		t.Parallel()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		defer r.Close() // which ends the write that still waits
		o.Stdout = w
		script := loadWith(t, `for (let i = 0; i < 40; i++) { console.log("x".repeat(9999)); process.stdout.write(new Uint8Array(10)) }`, o)
		for range 2 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			ended := make(chan error, 1)
			go func() { ended <- script.Run(ctx) }()
			select {
			case err := <-ended:
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("it ends with %v", err)
				}
			case <-time.After(30 * time.Second):
				t.Fatal("it does not end")
			}
			cancel()
		}
	})
}
