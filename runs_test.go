// This file tests runs as objects: their streams, their end, and what others see of them.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

const streamScript = `
import { StateGraph, Annotation, START, END, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const graph = new StateGraph(State)
  .addNode("first", async (_s, config) => {
    config.writer({ progress: 1 });
    return { log: ["first " + (config.configurable.user ?? "nobody") + " " + (config.metadata.tenant ?? "")] };
  })
  .addNode("ask", async () => ({ log: ["got " + JSON.stringify(interrupt({ question: "go on?" }))] }))
  .addNode("wait", async (s) => {
    if (s.log.includes('got "hang"')) await new Promise(() => setTimeout(() => {}, 600000));
    return { log: ["waited"] };
  })
  .addEdge(START, "first").addEdge("first", "ask").addEdge("ask", "wait").addEdge("wait", END)
  .compile();
`

func streamStore(t *testing.T, kind string) (*hitlrun.Store, *hitlrun.Script, string) {
	t.Helper()
	path := ":memory:"
	if kind == "sqlite" {
		path = filepath.Join(t.TempDir(), "test.db")
	}
	store, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	script, err := hitlrun.LoadSource("flow.ts", []byte(streamScript), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return store, script, path
}

func chunksOf(t *testing.T, r *hitlrun.Run) []string {
	t.Helper()
	var got []string
	for c, err := range r.Chunks(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(c.Mode)+" "+string(c.Payload))
	}
	return got
}

func TestRunStream(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"memory", "sqlite"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			store, script, _ := streamStore(t, kind)
			run, err := store.Begin(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"log":["in"]}`), RunOptions: hitlrun.RunOptions{
				Modes:  []hitlrun.Mode{hitlrun.ModeValues, hitlrun.ModeUpdates, hitlrun.ModeCustom},
				Config: []byte(`{"configurable":{"user":"ann"},"metadata":{"tenant":"acme"}}`),
			}})
			if err != nil {
				t.Fatal(err)
			}
			got := chunksOf(t, run)
			res, err := run.Wait(t.Context())
			if err != nil || res.Status != hitlrun.StatusInterrupted {
				t.Fatal(res, err)
			}
			id := res.Interrupts[0].ID
			asked := fmt.Sprintf(`{"__interrupt__":[{"id":%q,"value":{"question":"go on?"}}]}`, id)
			want := []string{
				`values {"log":["in"]}`, `custom {"progress":1}`, `updates {"first":{"log":["first ann acme"]}}`,
				`values {"log":["in","first ann acme"]}`, `updates ` + asked, `values ` + asked,
			}
			if !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			thread, err := store.Thread(t.Context(), "t")
			if err != nil || thread.RunID != run.ID() || thread.AskedAt == nil {
				t.Errorf("%+v, run %s: %v", thread, run.ID(), err)
			}
			state, err := store.StateAt(t.Context(), "t", "", "", true)
			if err != nil || len(state.Tasks) != 1 || state.Tasks[0].Name != "ask" || state.Tasks[0].Interrupts[0].ID != id || !slices.Equal(state.Next, []string{"ask"}) {
				t.Errorf("%+v: %v", state, err)
			}
			// The answer starts another run of the thread.
			run, err = store.BeginResume(t.Context(), "t", hitlrun.Answer{Values: map[string]json.RawMessage{id: []byte("false")}, RunOptions: hitlrun.RunOptions{Modes: []hitlrun.Mode{hitlrun.ModeUpdates}}})
			if err != nil {
				t.Fatal(err)
			}
			got = chunksOf(t, run)
			if want := []string{`updates {"ask":{"log":["got false"]}}`, `updates {"wait":{"log":["waited"]}}`}; !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			_, err = store.BeginResume(t.Context(), "t", hitlrun.Answer{Values: map[string]json.RawMessage{id: []byte("true")}})
			var resolved *hitlrun.ResolvedError
			if !errors.As(err, &resolved) || resolved.Interrupt != id || resolved.At.IsZero() || !errors.Is(err, hitlrun.ErrResolved) {
				t.Errorf("%#v", err)
			}
		})
	}
}

// hang returns a run that waits for ever in its last node.
func hang(t *testing.T, store *hitlrun.Store, script *hitlrun.Script, thread string) *hitlrun.Run {
	t.Helper()
	if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: thread, Input: []byte(`{"log":[]}`)}); err != nil {
		t.Fatal(err)
	}
	run, err := store.BeginResume(t.Context(), thread, hitlrun.Answer{Value: []byte(`"hang"`), RunOptions: hitlrun.RunOptions{Modes: []hitlrun.Mode{hitlrun.ModeUpdates}}})
	if err != nil {
		t.Fatal(err)
	}
	for c, err := range run.Chunks(t.Context()) {
		if err != nil || strings.Contains(string(c.Payload), "hang") {
			break
		}
	}
	return run
}

func TestRunCancel(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"memory", "sqlite"} {
		for _, how := range []string{"run", "store", "other"} {
			if kind == "memory" && how == "other" {
				continue
			}
			t.Run(kind+" "+how, func(t *testing.T) {
				t.Parallel()
				store, script, path := streamStore(t, kind)
				run := hang(t, store, script, "t")
				ctx, stop := context.WithTimeout(t.Context(), time.Minute)
				defer stop()
				switch how {
				case "run":
					run.Cancel("ann")
				case "store":
					if err := store.Cancel(ctx, "t", "ann"); err != nil {
						t.Fatal(err)
					}
				case "other":
					other, err := hitlrun.Open(path, hitlrun.Options{})
					if err != nil {
						t.Fatal(err)
					}
					defer other.Close()
					if err := other.Cancel(ctx, "t", "ann"); err != nil {
						t.Fatal(err)
					}
				}
				_, err := run.Wait(ctx)
				var cancelled *hitlrun.CancelError
				if !errors.As(err, &cancelled) || cancelled.By != "ann" {
					t.Fatalf("%#v", err)
				}
				res, err := store.State(ctx, "t")
				if err != nil || res.Status != hitlrun.StatusInterrupted || res.Lost || len(res.Interrupts) != 0 || !slices.Equal(res.Next, []string{"wait"}) {
					t.Errorf("%+v: %v", res, err)
				}
				if err := store.Cancel(ctx, "t", "ann"); !errors.Is(err, hitlrun.ErrNotRunning) {
					t.Errorf("%v", err)
				}
				// It continues from its newest checkpoint after an update of the state with which the node does not fail.
				if _, err := store.Update(ctx, "t", hitlrun.Update{AsNode: "ask", Values: []byte(`{"log":["changed"]}`), By: "bob"}); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// What happened before Watch was called is left out, and what happens before the first event is asked for is not.
func TestWatchFromNow(t *testing.T) {
	t.Parallel()
	store, script, _ := streamStore(t, "sqlite")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	start := func(id string) {
		if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: id, Input: []byte(`{"log":[]}`)}); err != nil {
			t.Fatal(err)
		}
	}
	start("before")
	watched := store.Watch(ctx, hitlrun.WatchFilter{})
	start("after")
	for h, err := range watched {
		if err != nil || h.ThreadID != "after" {
			t.Errorf("got thread %q first (%v)", h.ThreadID, err)
		}
		break
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	store, script, path := streamStore(t, "sqlite")
	other, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	seen := make(chan string, 100)
	ready := make(chan struct{})
	go func() {
		defer close(seen)
		close(ready)
		for h, err := range other.Watch(ctx, hitlrun.WatchFilter{After: -1}) {
			if err != nil {
				return
			}
			for _, e := range h.Events {
				seen <- fmt.Sprint(h.ThreadID, " ", e.Kind, " ", h.Thread != nil)
			}
		}
	}()
	<-ready
	const n = 40 // more than the threads that are looked at first
	for i := range n {
		id := fmt.Sprint("t", i)
		res, err := store.Start(ctx, script, hitlrun.Start{ThreadID: id, Input: []byte(`{"log":[]}`)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Resume(ctx, id, hitlrun.Answer{Value: []byte("1"), Interrupt: res.Interrupts[0].ID}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		for _, kind := range []string{"start", "question", "answer"} {
			want := fmt.Sprint("t", i, " ", kind, " ", true)
			if got := <-seen; got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
	}
}

func TestUpdateForkCopy(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"memory", "sqlite"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			store, script, _ := streamStore(t, kind)
			ctx := t.Context()
			if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"log":[]}`)}); err != nil {
				t.Fatal(err)
			}
			if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Discard: true, Input: []byte(`{}`), RunOptions: hitlrun.RunOptions{CheckpointID: "../x"}}); !errors.Is(err, hitlrun.ErrInput) {
				t.Errorf("an input behind an unknown checkpoint: %v", err)
			}
			if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "none", Existing: true, Input: []byte(`{}`)}); !errors.Is(err, hitlrun.ErrNoThread) {
				t.Errorf("an input for a thread that has to exist: %v", err)
			}
			if res, err := store.State(ctx, "t"); err != nil || len(res.Interrupts) != 1 {
				t.Errorf("the refused starts left the thread as %+v: %v", res, err)
			}
			if err := store.CopyThreadBy(ctx, "t", "copy", "ann", "cli"); err != nil {
				t.Fatal(err)
			}
			if log, err := store.Audit(ctx, hitlrun.AuditFilter{ThreadID: "copy"}); err != nil || len(log) != 1 || log[0].By != "ann" || log[0].Events[0].Kind != "copy" {
				t.Errorf("the log of the copy is %+v: %v", log, err)
			}
			res, err := store.Resume(ctx, "copy", hitlrun.Answer{Value: []byte("1")})
			if err != nil || res.Status != hitlrun.StatusDone || string(res.Values) != `{"log":["first nobody ","got 1","waited"]}` {
				t.Fatalf("%+v: %v", res, err)
			}
			// Whoever says that nothing comes next has resolved the thread.
			if _, err := store.Update(ctx, "t", hitlrun.Update{AsNode: "__end__"}); err != nil {
				t.Fatal(err)
			}
			if res, err := store.State(ctx, "t"); err != nil || res.Status != hitlrun.StatusDone || len(res.Interrupts)+len(res.Next) != 0 {
				t.Errorf("%+v: %v", res, err)
			}
			// A fork goes back, and asks again.
			history, err := store.StateHistory(ctx, "copy", hitlrun.HistoryFilter{})
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(history, func(s hitlrun.StateSnapshot) bool { return slices.Equal(s.Next, []string{"ask"}) })
			if _, err := store.Fork(ctx, "copy", history[at].CheckpointID, "ann"); err != nil {
				t.Fatal(err)
			}
			res, err = store.Start(ctx, nil, hitlrun.Start{ThreadID: "copy"})
			if err != nil || res.Status != hitlrun.StatusInterrupted {
				t.Fatalf("%+v: %v", res, err)
			}
			res, err = store.Resume(ctx, "copy", hitlrun.Answer{Value: []byte("2")})
			if err != nil || string(res.Values) != `{"log":["first nobody ","got 2","waited"]}` {
				t.Errorf("%+v: %v", res, err)
			}
		})
	}
}

func TestThreadFilters(t *testing.T) {
	t.Parallel()
	store, script, _ := streamStore(t, "sqlite")
	ctx := t.Context()
	for i := range 5 {
		id := fmt.Sprint("t", i)
		if err := store.CreateThread(ctx, id, []byte(fmt.Sprintf(`{"tenant":"acme","n":%d,"tags":["a","b"]}`, i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.CreateThread(ctx, "t1", nil); !errors.Is(err, hitlrun.ErrThreadExists) {
		t.Error(err)
	}
	if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t2", Input: []byte(`{"log":[]}`)}); err != nil {
		t.Fatal(err)
	}
	if err := store.SetMetadata(ctx, "t3", []byte(`{"n":null,"more":{"x":1}}`)); err != nil {
		t.Fatal(err)
	}
	ids := func(f hitlrun.ThreadFilter) string {
		t.Helper()
		list, err := store.Threads(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, one := range list {
			got = append(got, one.ID)
		}
		slices.Sort(got)
		return strings.Join(got, " ")
	}
	for _, tt := range []struct {
		f    hitlrun.ThreadFilter
		want string
	}{
		{hitlrun.ThreadFilter{Node: "ask"}, "t2"},
		{hitlrun.ThreadFilter{Search: "GO ON"}, "t2"},
		{hitlrun.ThreadFilter{Graph: "graph"}, "t2"},
		{hitlrun.ThreadFilter{Script: "flow.ts"}, "t2"},
		{hitlrun.ThreadFilter{Metadata: []byte(`{"n":2}`)}, "t2"},
		{hitlrun.ThreadFilter{Metadata: []byte(`{"more":{"x":1}}`)}, "t3"},
		{hitlrun.ThreadFilter{Metadata: []byte(`{"tags":["b"],"n":1}`)}, "t1"},
		{hitlrun.ThreadFilter{Metadata: []byte(`{"n":"2"}`)}, ""},
		{hitlrun.ThreadFilter{IDs: []string{"t0", "t9"}}, "t0"},
		{hitlrun.ThreadFilter{Statuses: []hitlrun.Status{hitlrun.StatusDone}}, "t0 t1 t3 t4"},
	} {
		if got := ids(tt.f); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.f, got, tt.want)
		}
	}
	var paged []string
	for after := ""; ; {
		page, err := store.Threads(ctx, hitlrun.ThreadFilter{Limit: 2, After: after})
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, one := range page {
			paged = append(paged, one.ID)
		}
		after = page[len(page)-1].Cursor
	}
	slices.Sort(paged)
	if got := strings.Join(paged, " "); got != "t0 t1 t2 t3 t4" {
		t.Errorf("page by page: %s", got)
	}
}

func TestGraphs(t *testing.T) {
	t.Parallel()
	_, script, _ := streamStore(t, "memory")
	list, err := script.Graphs(t.Context())
	if err != nil || len(list) != 1 || list[0].Name != "graph" || !slices.Equal(list[0].Nodes, []string{"first", "ask", "wait"}) || !slices.Equal(list[0].Channels, []string{"log"}) {
		t.Errorf("%+v: %v", list, err)
	}
	if err := script.Check(t.Context(), "other"); !errors.Is(err, hitlrun.ErrNoGraph) {
		t.Error(err)
	}
	picture, err := script.Picture(t.Context(), "", 0)
	if err != nil || !strings.Contains(string(picture), `"source":"first","target":"ask"`) {
		t.Errorf("%s: %v", picture, err)
	}
}
