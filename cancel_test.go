// This file ends contexts at every instant of an operation: the caller gets the error of its
// context, the thread can be resumed, and nothing of the program is broken.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// asksTwice awaits between its questions, so that a context can end while the script computes,
// while it waits, and while the engine stores.
const asksTwice = `
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const work = () => { let n = 0; for (let i = 0; i < 2000; i++) n += i; return n; };
export const graph = new StateGraph(State)
  .addNode("first", async () => { work(); await new Promise((r) => setTimeout(r, 0)); return { log: ["start"] }; })
  .addNode("a", async () => { const x = interrupt("a?", { timeout: 1, onTimeout: "late" }); await null; work(); return { log: ["a " + x] }; })
  .addNode("b", () => { work(); return { log: ["b " + interrupt("b?")] }; })
  .addEdge(START, "first").addEdge("first", "a").addEdge("a", "b").addEdge("b", END).compile();
`

// cancelOps is how many operations of each kind are cut short, in each kind of store.
var cancelOps = flag.Int("cancel-ops", 30, "operations of each kind in TestContextEndsAtAnyInstant")

func TestContextEndsAtAnyInstant(t *testing.T) {
	for _, kind := range []string{"memory", "sqlite"} {
		for _, reuse := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/reuse=%t", kind, reuse), func(t *testing.T) {
				t.Parallel()
				path := ":memory:"
				if kind == "sqlite" {
					path = filepath.Join(t.TempDir(), "threads.db")
				}
				script, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(asksTwice), hitlrun.ScriptOptions{Reuse: reuse})
				if err != nil {
					t.Fatal(err)
				}
				defer script.Close()
				c := cancelTest{T: t, store: open(t, path), script: script}
				c.run()
			})
		}
	}
}

type cancelTest struct {
	*testing.T
	store  *hitlrun.Store
	script *hitlrun.Script
	cut    int // operations that ended with the error of their context
}

// operation does something with a thread. It is repeated with a context that ends.
type operation struct {
	name    string
	prepare func(id string)
	do      func(ctx context.Context, id string) error
}

func (c *cancelTest) run() {
	nothing := func(string) {}
	begin := func(id string) { c.must(c.start(context.Background(), id)) }
	operations := []operation{
		{"start", nothing, c.start},
		{"resume", begin, func(ctx context.Context, id string) error { return c.resume(ctx, id, `"yes"`) }},
		{"state", begin, func(ctx context.Context, id string) error {
			_, err := c.store.State(ctx, id)
			return err
		}},
		{"history", begin, func(ctx context.Context, id string) error {
			_, err := c.store.History(ctx, id, 0)
			return err
		}},
		{"mermaid", nothing, func(ctx context.Context, _ string) error {
			_, err := c.script.Mermaid(ctx, "", 0)
			return err
		}},
		{"sweep", begin, func(ctx context.Context, id string) error {
			for { // until the deadline has passed
				swept, err := c.store.Sweep(ctx, hitlrun.Sweep{})
				for _, s := range swept {
					if s.Err != nil && !ended(ctx, s.Err) {
						c.Errorf("sweep of %s: %v", s.ThreadID, s.Err)
					}
				}
				if err != nil || len(swept) > 0 {
					return err
				}
			}
		}},
	}
	most := *cancelOps
	if testing.Short() {
		most = min(most, 20)
	}
	for _, op := range operations {
		usual := c.measure(op)
		before := c.cut
		for i := range most {
			id := fmt.Sprintf("%s-%d", op.name, i)
			op.prepare(id)
			after := time.Duration(rand.Float64() * 1.2 * float64(usual))
			ctx, cancel := endingContext(i%3, after)
			err := op.do(ctx, id)
			if err != nil && !ended(ctx, err) {
				c.Fatalf("%s with a context that ends after %v of %v: got %v, want nil or the error of the context", op.name, after, usual, err)
			}
			if err != nil {
				c.cut++
			}
			cancel()
			c.finish(op.name, id)
		}
		if c.cut == before && op.name != "state" && op.name != "history" { // which may be too fast for that
			c.Errorf("%s: not one of %d operations was cut short within %v", op.name, most, usual)
		}
	}
}

// endingContext returns a context that ends after d, by one of three ways.
func endingContext(way int, d time.Duration) (context.Context, context.CancelFunc) {
	switch way {
	case 0:
		return context.WithTimeout(context.Background(), d)
	case 1:
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(d, cancel)
		return ctx, cancel
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(d, func() { cancel(errors.New("someone closed the window")) })
	return ctx, func() { cancel(nil) }
}

// ended reports whether err is what a context that ended gives.
func ended(ctx context.Context, err error) bool { return ctx.Err() != nil && errors.Is(err, ctx.Err()) }

// measure returns how long an operation usually takes.
func (c *cancelTest) measure(op operation) time.Duration {
	var took []time.Duration
	for i := range 21 {
		id := fmt.Sprintf("%s-measure-%d", op.name, i)
		op.prepare(id)
		start := time.Now()
		c.must(op.do(context.Background(), id))
		took = append(took, time.Since(start))
		c.finish(op.name, id)
	}
	slices.Sort(took)
	return took[len(took)/2]
}

func (c *cancelTest) start(ctx context.Context, id string) error {
	_, err := c.store.Start(ctx, c.script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{}`)})
	return err
}

func (c *cancelTest) resume(ctx context.Context, id, value string) error {
	a := hitlrun.Answer{Script: c.script}
	if value != "" {
		a.Value = json.RawMessage(value)
	}
	_, err := c.store.Resume(ctx, id, a)
	return err
}

func (c *cancelTest) must(err error) {
	if err != nil {
		c.Fatal(err)
	}
}

// finish resumes a thread until it ends, as a user would who does not know what happened, and checks the result.
func (c *cancelTest) finish(name, id string) {
	if name == "mermaid" {
		return
	}
	ctx := context.Background()
	for range 5 {
		res, err := c.store.State(ctx, id)
		if errors.Is(err, hitlrun.ErrNoThread) {
			c.must(c.start(ctx, id))
			continue
		}
		c.must(err)
		switch res.Status {
		case hitlrun.StatusInterrupted:
			err = c.resume(ctx, id, `"yes"`)
		case hitlrun.StatusRunning:
			err = c.resume(ctx, id, "")
			if errors.Is(err, hitlrun.ErrNoThread) { // it was not begun: its input is needed again
				err = c.start(ctx, id)
			}
		case hitlrun.StatusDone:
			want := []string{`{"log":["start","a yes","b yes"]}`, `{"log":["start","a late","b yes"]}`}
			if !slices.Contains(want, string(res.Values)) {
				c.Fatalf("thread %s ended with %s, want one of %s", id, res.Values, want)
			}
			return
		default:
			c.Fatalf("thread %s is %s after a context that ended: %s", id, res.Status, res.Error)
		}
		c.must(err)
	}
	c.Fatalf("thread %s does not come to its end", id)
}

// A VM that was cut is not used again, and one that was not is sound, whoever runs beside it.
func TestContextsEndBesideOthers(t *testing.T) {
	t.Parallel()
	script, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(asksTwice), hitlrun.ScriptOptions{Reuse: true})
	if err != nil {
		t.Fatal(err)
	}
	defer script.Close()
	c := cancelTest{T: t, store: open(t, ":memory:"), script: script}
	var wg sync.WaitGroup
	for place := range 4 {
		wg.Go(func() {
			for i := range 100 {
				id := fmt.Sprintf("%d-%d", place, i)
				if place%2 == 0 { // these are never cut
					if err := c.start(context.Background(), id); err != nil {
						t.Errorf("thread %s, whose context did not end: %v", id, err)
					}
					continue
				}
				ctx, cancel := endingContext(i%3, time.Duration(rand.IntN(3000))*time.Microsecond)
				if err := c.start(ctx, id); err != nil && !ended(ctx, err) {
					t.Errorf("thread %s: %v", id, err)
				}
				cancel()
			}
		})
	}
	wg.Wait()
}

// A process that asked another one to cancel a run was killed before it could remove its request: no later run is cancelled.
func TestCancelOfAnEarlierRun(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	store := open(t, path)
	s := load(t, `
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const graph = new StateGraph(State)
  .addNode("asks", async () => {
    const answer = interrupt("?");
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { log: [answer] };
  })
  .addEdge(START, "asks").compile();
`)
	if _, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil {
		t.Fatal(err)
	}
	old := hitlrun.Document{Kind: "cancel", Key: "t", Body: []byte(`{"by":"eve"}`)}
	if err := store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{old}}); err != nil {
		t.Fatal(err)
	}
	res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`"yes"`)})
	if err != nil || res.Status != hitlrun.StatusDone {
		t.Errorf("got %+v (%v)", res, err)
	}
}
