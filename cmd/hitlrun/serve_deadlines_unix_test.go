//go:build unix

// This file tests deadlines of questions that a server applies: while it is killed or ended, beside other servers, and beside commands.

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// expiringFlow asks with a deadline, and works for some tenths of a second after it.
const expiringFlow = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), tenths: Annotation(), timeout: Annotation() });
export const flow = new StateGraph(S)
  .addNode("ask", ({ timeout }) => ({ log: [interrupt("go on?", { timeout, onTimeout: "no" })] }))
  .addNode("work", async ({ tenths }) => { for (let i = 0; i < tenths; i++) await new Promise((r) => setTimeout(r, 100)); return { log: ["worked"] }; })
  .addNode("last", () => ({ log: ["last"] }))
  .addEdge(START, "ask").addEdge("ask", "work").addEdge("work", "last").compile();`

// asking starts a run that asks, and returns the path of its thread.
func asking(t *testing.T, url, timeout string, tenths int) string {
	t.Helper()
	thread := newThread(t, url)
	if got := postTo(t, url+thread+"/runs/wait", fmt.Sprintf(`{"assistant_id":"flow","input":{"timeout":%q,"tenths":%d}}`, timeout, tenths)); !strings.Contains(got, "go on?") {
		t.Fatal(got)
	}
	return thread
}

// busy waits until a thread is run.
func busy(t *testing.T, thread string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !strings.Contains(getFrom(t, thread), `"status":"busy"`); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("nobody runs it: %s", getFrom(t, thread))
		}
	}
}

// timeouts returns how many deadlines of a thread the audit log has, and the status of the thread.
func timeouts(t *testing.T, dir, id string) (n int, status hitlrun.Status) {
	t.Helper()
	store, err := hitlrun.Open(filepath.Join(dir, "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	log, err := store.Audit(t.Context(), hitlrun.AuditFilter{ThreadID: id})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		for _, ev := range e.Events {
			if ev.Kind == "timeout" {
				n++
			}
		}
	}
	th, err := store.Thread(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return n, th.Status
}

// What follows a deadline is done also if the server is killed or ended meanwhile: by the next server, by another one that is there, or
// before the server has ended.
func TestServeContinuesDeadlines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, drain string
		signal      syscall.Signal
		beside      bool
	}{
		{"killed", "100ms", syscall.SIGKILL, false},
		{"killed, beside another server", "100ms", syscall.SIGKILL, true},
		{"ended", "100ms", syscall.SIGTERM, false},
		{"ended when it is done", "60s", syscall.SIGTERM, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			writeScript(t, dir, "flow.ts", expiringFlow)
			gone, a, _ := serving(t, dir, "flow.ts", "--drain", tt.drain)
			thread := asking(t, a, "300ms", 20)
			busy(t, a+thread)
			url := ""
			if tt.beside {
				_, url, _ = serving(t, dir, "flow.ts")
			}
			if err := gone.Process.Signal(tt.signal); err != nil {
				t.Fatal(err)
			}
			ends(t, gone)
			if _, status := timeouts(t, dir, filepath.Base(thread)); (status == hitlrun.StatusDone) != (tt.drain == "60s") && !tt.beside {
				t.Errorf("when the server has ended the thread is %s", status)
			}
			if !tt.beside {
				_, url, _ = serving(t, dir, "flow.ts")
			}
			runs := getFrom(t, url+thread+"/runs")
			if status := awaitRun(t, url+thread+"/runs/"+valueIn(runs, "run_id")); status != "success" || strings.Count(runs, `"run_id"`) != 2 {
				t.Errorf("the run is %s, and the runs were %s", status, runs)
			}
			if log := logOf(t, url+thread); log != `["no","worked","last"]` {
				t.Errorf("the state has %s", log)
			}
			if n, status := timeouts(t, dir, filepath.Base(thread)); n != 1 || status != hitlrun.StatusDone {
				t.Errorf("the deadline was applied %d times, and the thread is %s", n, status)
			}
		})
	}
}

// Two servers and two sweeps of the command line apply each deadline once, also of threads that a command has started.
func TestServeBesideSweep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", expiringFlow)
	_, a, _ := serving(t, dir, "flow.ts")
	_, b, _ := serving(t, dir, "flow.ts")
	command := func(args ...string) {
		cmd := exec.Command("hitlrun", append(args, "--db", "test.db")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != 3 {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
	command("start", "flow.ts", "--thread", "by-command", "--input", `{"timeout":"2s","tenths":1}`)
	threads := []string{"/threads/by-command"}
	for i := range 30 {
		threads = append(threads, asking(t, []string{a, b}[i%2], "2s", i%3))
	}
	var all sync.WaitGroup
	ended := make(chan struct{})
	end := sync.OnceFunc(func() {
		close(ended)
		all.Wait()
	})
	defer end()
	for range 2 {
		all.Go(func() {
			for {
				command("sweep")
				select {
				case <-ended:
					return
				case <-time.After(50 * time.Millisecond):
				}
			}
		})
	}
	for _, thread := range threads {
		for end := time.Now().Add(time.Minute); logOf(t, a+thread) != `["no","worked","last"]`; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s has %s", thread, logOf(t, a+thread))
			}
		}
	}
	end()
	for _, thread := range threads {
		for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
			runs := getFrom(t, b+thread+"/runs")
			if !strings.Contains(runs, `"status":"pending"`) && !strings.Contains(runs, `"status":"running"`) {
				if strings.Count(runs, `"deadline":["`) > 1 || strings.Contains(runs, `"status":"error"`) {
					t.Errorf("the runs of %s are %s", thread, runs)
				}
				break
			}
			if time.Now().After(end) {
				t.Fatalf("the runs of %s are %s", thread, runs)
			}
		}
		if n, status := timeouts(t, dir, filepath.Base(thread)); n != 1 || status != hitlrun.StatusDone {
			t.Errorf("%s: the deadline was applied %d times, and the thread is %s", thread, n, status)
		}
	}
}
