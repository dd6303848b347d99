// This file tests what the VMs of a script share, how many there are, and what they leave.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// leaves has three ways to leave something behind for the next run.
const leaves = `
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ who: Annotation<string>(), seen: Annotation<string>() });
const cache: Record<string, string> = {};
export const graph = new StateGraph(State)
  .addNode("look", ({ who }) => {
    const seen = [Object.keys(cache).join(), (globalThis as any).last ?? "", (Array.prototype as any).last ?? ""].join("|");
    cache[who] = "secret of " + who;
    (globalThis as any).last = who;
    Object.defineProperty(Array.prototype, "last", { value: who, configurable: true });
    return { seen };
  })
  .addNode("ask", () => { interrupt("?"); return {}; })
  .addEdge(START, "look").addEdge("look", "ask").addEdge("ask", END).compile();
`

func loadWith(t testing.TB, source string, o hitlrun.ScriptOptions) *hitlrun.Script {
	t.Helper()
	s, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(source), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestRunsShareNothing(t *testing.T) {
	t.Parallel()
	for _, reuse := range []bool{false, true} {
		store, script := open(t, ":memory:"), loadWith(t, leaves, hitlrun.ScriptOptions{Reuse: reuse})
		var seen []string
		for _, who := range []string{"ann", "bob"} {
			res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: who, Input: json.RawMessage(`{"who":"` + who + `"}`)})
			if err != nil {
				t.Fatal(err)
			}
			var state struct{ Seen string }
			if err := json.Unmarshal(res.Values, &state); err != nil {
				t.Fatal(err)
			}
			seen = append(seen, state.Seen)
		}
		want := []string{"||", "||"}
		if reuse {
			want[1] = "ann|ann|ann" // as documented
		}
		if seen[0] != want[0] || seen[1] != want[1] {
			t.Errorf("reuse %t: the runs found %q of each other, want %q", reuse, seen, want)
		}
	}
}

// TestRunsShareNoInput checks that a run in a VM that is reused does not get what another run left in standard input.
func TestRunsShareNoInput(t *testing.T) {
	t.Parallel()
	const source = `
import { StateGraph, START, END, Annotation } from "@langchain/langgraph";
import { createInterface } from "node:readline/promises";
const State = Annotation.Root({ how: Annotation<string>(), seen: Annotation<string>() });
export const graph = new StateGraph(State).addNode("read", async ({ how }) => {
  const { stdin } = process;
  if (how === "push") stdin.push("pushed");
  if (how === "unshift") stdin.unshift("pushed");
  if (how === "encode") stdin.setEncoding("hex");
  if (how === "end") stdin.push(null);
  if (how === "destroy") stdin.destroy();
  if (how === "line") {
    const rl = createInterface({ input: stdin });
    const seen = await rl.question("");
    rl.close();
    return { seen };
  }
  if (how === "tty") return { seen: String(stdin.isTTY) };
  return { seen: how === "look" ? [String(stdin.read()), stdin.destroyed, stdin.readableEnded, stdin.readableEncoding].join() : "" };
}).addEdge(START, "read").addEdge("read", END).compile();
`
	for _, how := range []string{"push", "unshift", "encode", "end", "destroy", "line"} {
		store, script := open(t, ":memory:"), loadWith(t, source, hitlrun.ScriptOptions{Reuse: true, Stdin: strings.NewReader("one\ntwo\n")})
		var seen []string
		for i, how := range []string{"tty", how, "look"} {
			res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: fmt.Sprint(i), Input: json.RawMessage(`{"how":"` + how + `"}`)})
			if err != nil {
				t.Fatal(err)
			}
			var state struct{ Seen string }
			if err := json.Unmarshal(res.Values, &state); err != nil {
				t.Fatal(err)
			}
			seen = append(seen, state.Seen)
		}
		if want := "null,false,false,"; seen[2] != want {
			t.Errorf("%s: the next run sees %q, want %q", how, seen[2], want)
		}
	}
}

const waits = `
import { StateGraph, START, END, Annotation } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ n: Annotation<number>() }))
  .addNode("wait", async ({ n }) => { await new Promise((r) => setTimeout(r, n)); return {}; })
  .addEdge(START, "wait").addEdge("wait", END).compile();
`

// TestReusedVMsWait lets one VM serve runs of several threads that wait for a timer: before it waits, a VM syncs what it has
// stored. What it has stored for a thread before is synced by the caller, as a server does.
func TestReusedVMsWait(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		t.Parallel()
		o.Reuse, o.MaxIdle = true, 1
		store, script := open(t, filepath.Join(t.TempDir(), "test.db")), loadWith(t, waits, o)
		for i := range 4 {
			begun, err := store.Unsynced().Begin(t.Context(), script, hitlrun.Start{ThreadID: fmt.Sprint("t", i), Input: json.RawMessage(`{"n":20}`)})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := begun.Wait(t.Context()); err != nil {
				t.Errorf("run %d: %v", i, err)
			}
			if err := store.Sync(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
}

// heap returns how much is in use when all garbage is gone. It waits up to 10 s until that is at most enough: what ended
// last is let go of in the background.
func heap(enough int64) int64 {
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		goruntime.GC()
		goruntime.GC() // what finalizers and pools let go of
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		if used := int64(m.HeapAlloc); used <= enough || time.Now().After(deadline) {
			return used
		}
	}
}

// It is not parallel: it looks at the memory of the process.
func TestManyRunsLeaveNothing(t *testing.T) {
	const runs = 200
	for _, o := range []hitlrun.ScriptOptions{{}, {Reuse: true, MaxIdle: 2}} {
		store, script := open(t, ":memory:"), loadWith(t, waits, o)
		all := func(round int) {
			var wg sync.WaitGroup
			for i := range runs {
				wg.Go(func() {
					if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: fmt.Sprint(round, "-", i), Input: json.RawMessage(`{"n":50}`)}); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		}
		all(0)
		const most = 40 << 20
		before, goroutines := heap(most), goruntime.NumGoroutine()
		all(1)
		const more = 4 << 20
		left := heap(before+more) - before
		if left > more { // of threads in memory; 200 VMs have about 80 MB
			t.Errorf("%+v: %d runs at once leave %d KiB more than those before them", o, runs, left>>10)
		}
		if before > most {
			t.Errorf("%+v: %d runs at once leave %d MiB", o, runs, before>>20)
		}
		if n := goruntime.NumGoroutine(); n > goroutines+10 {
			t.Errorf("%+v: %d goroutines after the second round, %d after the first", o, n, goroutines)
		}
	}
}

func TestMaxVMs(t *testing.T) {
	t.Parallel()
	store, script := open(t, ":memory:"), loadWith(t, waits, hitlrun.ScriptOptions{MaxVMs: 2})
	start := func(ctx context.Context, id string, n int) error {
		_, err := store.Start(ctx, script, hitlrun.Start{ThreadID: id, Input: fmt.Appendf(nil, `{"n":%d}`, n)})
		return err
	}
	long, end := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			if err := start(long, fmt.Sprint("long", i), 60_000); !errors.Is(err, context.Canceled) {
				t.Errorf("a run that was cancelled: %v", err)
			}
		})
	}
	waitFor(t, func() bool {
		list, err := store.Threads(t.Context(), hitlrun.ThreadFilter{Status: hitlrun.StatusRunning})
		return err == nil && len(list) == 2
	})
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := start(short, "third", 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third run with two VMs: %v, want that its context ended while it waited", err)
	}
	end()
	wg.Wait()
	for i := range 6 { // all places are free again
		wg.Go(func() {
			if err := start(t.Context(), fmt.Sprint("short", i), 1); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if _, err := hitlrun.LoadSource("flow.ts", []byte(waits), hitlrun.ScriptOptions{MaxVMs: -1}); err == nil || !strings.Contains(err.Error(), "at least 0") {
		t.Errorf("MaxVMs -1: %v", err)
	}
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for range 500 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it does not happen")
}

// What a script made in order to be read takes no longer than its limits and its context say.
func TestGettersEnd(t *testing.T) {
	t.Parallel()
	limits := hitlrun.Limits{Turn: 100 * time.Millisecond}
	store := open(t, ":memory:")
	script := loadWith(t, `export const graph = { get _handle() { for (;;); } };`, hitlrun.ScriptOptions{Limits: limits})
	_, err := store.Start(t.Context(), script, hitlrun.Start{Input: json.RawMessage(`{}`)})
	if err == nil || !strings.Contains(err.Error(), "--max-turn") {
		t.Errorf("an export that does not end: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := script.Mermaid(ctx, "", 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an export that does not end, with a deadline: %v", err)
	}
	script = loadWith(t, `throw { name: "E", get message() { for (;;); } };`, hitlrun.ScriptOptions{Limits: limits})
	if err := script.Run(t.Context()); err == nil {
		t.Error("a message that does not end is no error")
	}
}

// A callback of the program may panic, as those of net/http do to abort a response; nothing else is broken then.
func TestPanicOfACallback(t *testing.T) {
	t.Parallel()
	store, script := open(t, ":memory:"), loadWith(t, waits, hitlrun.ScriptOptions{MaxVMs: 1})
	o := hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{"n":1}`)}
	func() {
		defer func() {
			if p := recover(); p != "enough" {
				t.Errorf("recovered %v, want what the callback panicked with", p)
			}
		}()
		o.OnUpdate = func([]string, json.RawMessage) { panic("enough") }
		store.Start(t.Context(), script, o)
	}()
	o.OnUpdate = nil
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // there is one place for a VM
	defer cancel()
	if res, err := store.Start(ctx, script, o); err != nil || res.Status != hitlrun.StatusDone {
		t.Errorf("afterwards: %+v, %v", res, err)
	}
}

// A state of megabytes is not remembered as objects by the VM that ran it. It is not parallel: it looks at the memory.
func TestLargeStatesAreNotRemembered(t *testing.T) {
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "threads.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	script := loadWith(t, `
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ big: Annotation<any>(), answer: Annotation<any>() }))
  .addNode("make", () => ({ big: Array.from({ length: 60000 }, (_, i) => ({ id: i, name: "name " + i, tags: ["a", "b"] })) }))
  .addNode("ask", () => ({ answer: interrupt("?") }))
  .addNode("more", () => ({ answer: interrupt("more?") }))
  .addEdge(START, "make").addEdge("make", "ask").addEdge("ask", "more").addEdge("more", END).compile();
`, hitlrun.ScriptOptions{Reuse: true, MaxIdle: 1})
	answer := hitlrun.Answer{Value: json.RawMessage(`"yes"`), Script: script}
	before := heap(math.MaxInt64)
	for _, id := range []string{"a", "b", "c", "d"} {
		if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{"answer":1}`)}); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Resume(t.Context(), id, answer); err != nil {
			t.Fatal(err)
		}
	}
	if held := heap(before+30<<20) - before; held > 30<<20 {
		t.Errorf("four threads with a state of 3 MB hold %d MiB", held>>20)
	} else {
		t.Logf("four threads with a state of 3 MB hold %d MiB", held>>20)
	}
}

// A store that runs many scripts does not remember them all. It is not parallel: it looks at the memory.
func TestManyScriptsAreForgotten(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	path := filepath.Join(t.TempDir(), "threads.db")
	first := open(t, path)
	const scripts = 80
	filler := "// " + strings.Repeat("x", 1000) + "\nconst filler = `" + strings.Repeat("filler ", 15_000) + "`;\nif (filler === \"\") console.log(filler);\n"
	for i := range scripts {
		script := loadWith(t, filler+strings.Replace(leaves, "secret of", fmt.Sprint("secret ", i), 1), hitlrun.ScriptOptions{})
		if _, err := first.Start(t.Context(), script, hitlrun.Start{ThreadID: fmt.Sprint(i), Input: json.RawMessage(`{"who":"ann"}`)}); err != nil {
			t.Fatal(err)
		}
		script.Close()
	}
	for _, reuse := range []bool{false, true} {
		store, err := hitlrun.Open(path, hitlrun.Options{Script: hitlrun.ScriptOptions{Reuse: reuse}})
		if err != nil {
			t.Fatal(err)
		}
		resume := func(from, to int) {
			for i := from; i < to; i++ {
				id := fmt.Sprint(i)
				if reuse { // answered before: it is asked again from the start
					if _, err := store.Start(t.Context(), nil, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{"who":"bob"}`)}); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := store.Resume(t.Context(), id, hitlrun.Answer{Value: json.RawMessage("1")}); err != nil {
					t.Fatal(err)
				}
			}
		}
		resume(0, scripts/2) // all places are taken
		before := heap(math.MaxInt64)
		resume(scripts/2, scripts)
		if more := heap(before+8<<20) - before; more > 8<<20 {
			t.Errorf("reuse %t: %d more scripts hold %d MiB", reuse, scripts/2, more>>20)
		} else {
			t.Logf("reuse %t: %d more scripts hold %d KiB", reuse, scripts/2, more>>10)
		}
		store.Close()
	}
}
