// This file stops what does not hear that it was stopped: a worker that sleeps, a VM that other runs would share.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// A worker that hears nothing at all ends soon behind the end of its run, and the next run has another one.
func TestDeafWorker(t *testing.T) {
	t.Parallel()
	workers := hitlrun.NewWorkers(hitlrun.WorkerOptions{Processes: 1})
	t.Cleanup(func() { workers.Close() })
	begun := make(chan bool, 2)
	script := loadWith(t, `
import { StateGraph, START, Annotation } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ waits: Annotation<boolean>(), ended: Annotation<boolean>() }))
  .addNode("n", async ({ waits }) => { if (waits) { await functions.begun(); await new Promise((r) => setTimeout(r, 600_000)); } return { ended: true }; })
  .addEdge(START, "n").compile();`, hitlrun.ScriptOptions{
		Isolation: hitlrun.Process, Workers: workers,
		Functions: map[string]hitlrun.Function{"begun": hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) {
			begun <- true
			return nil, nil
		})},
	})
	store := open(t, ":memory:")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "waits", Input: json.RawMessage(`{"waits":true}`)})
		ended <- err
	}()
	<-begun
	for _, pid := range hitlrun.WorkerPIDs(workers) {
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		for stat := ""; !strings.Contains(stat, ") T "); time.Sleep(time.Millisecond) { // else it may hear the end of its run
			data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			if stat = string(data); err != nil {
				t.Fatal(err)
			}
		}
	}
	began := time.Now()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "next", Input: json.RawMessage(`{"waits":false}`)})
	if err != nil || string(res.Values) != `{"waits":false,"ended":true}` {
		t.Errorf("the next run: %+v (%v)", res, err)
	}
	if took := time.Since(began); took > 20*time.Second { // it is killed behind 30 s whatever its runs do
		t.Errorf("it took %s", took)
	}
}

// A VM that was stopped in the middle of a script serves no other run.
func TestStoppedVMsAreNotReused(t *testing.T) {
	t.Parallel()
	script := loadWith(t, `
import { StateGraph, START, Annotation } from "@langchain/langgraph";
let runs = 0;
export const graph = new StateGraph(Annotation.Root({ spins: Annotation<boolean>(), runs: Annotation<number>() }))
  .addNode("n", ({ spins }) => { runs++; while (spins); return { runs }; })
  .addEdge(START, "n").compile();`, hitlrun.ScriptOptions{Reuse: true, Limits: hitlrun.Limits{Turn: 200 * time.Millisecond}})
	store := open(t, ":memory:")
	run := func(id, spins string) (string, error) {
		res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{"spins":` + spins + `}`)})
		if err != nil {
			return "", err
		}
		return string(res.Values), nil
	}
	for _, want := range []string{`{"spins":false,"runs":1}`, `{"spins":false,"runs":2}`} { // one VM, as Reuse has it
		if got, err := run("before "+want, "false"); err != nil || got != want {
			t.Errorf("got %s (%v), want %s", got, err, want)
		}
	}
	if _, err := run("stopped", "true"); !errors.Is(err, hitlrun.ErrLimit) {
		t.Errorf("got %v", err)
	}
	if got, err := run("behind", "false"); err != nil || got != `{"spins":false,"runs":1}` {
		t.Errorf("behind one that was stopped: %s (%v)", got, err)
	}
}
