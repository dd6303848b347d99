package hitlrun_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
)

// A store over a saver of the program: here the one in memory.
func ExampleNew() {
	ctx := context.Background()
	saver := &checkpoint.MemorySaver{}
	store := must(hitlrun.New(saver, hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))

	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`)}))
	newest := must(saver.Get(ctx, checkpoint.Key{ThreadID: "mail-1"}))
	fmt.Println(newest.Checkpoint.Metadata.Source, newest.Checkpoint.Metadata.Step)
	// Output: loop 1
}

// Threads have metadata of the program, and are listed by them and by what they wait for, page by page.
func ExampleStore_Threads() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	for i, tenant := range []string{"blue", "red", "blue"} {
		id := fmt.Sprint("mail-", i)
		must(store.Start(ctx, script, hitlrun.Start{
			ThreadID: id, Input: []byte(`{"to": "Ann"}`), Metadata: hitlrun.JSON(map[string]string{"tenant": tenant}),
		}))
	}

	filter := hitlrun.ThreadFilter{Status: hitlrun.StatusInterrupted, Node: "approve", Metadata: []byte(`{"tenant": "blue"}`), Limit: 1}
	for {
		page := must(store.Threads(ctx, filter))
		if len(page) == 0 {
			break
		}
		fmt.Println(page[0].ID, page[0].Interrupts[0].Node, page[0].Script)
		filter.After = page[0].Cursor
	}
	// Output:
	// mail-2 approve flow.ts
	// mail-0 approve flow.ts
}

// An encrypted store can be read with its key only.
func ExampleParseKeys() {
	ctx := context.Background()
	dir := must(os.MkdirTemp("", "hitlrun"))
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "secret.db")
	keys := must(hitlrun.ParseKeys([]byte(strings.Repeat("0123456789abcdef", 4)))) // from a secret manager

	store := must(hitlrun.Open(path, hitlrun.Options{Keys: keys}))
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann of the secret service"}`)}))
	store.Close()
	fmt.Println(bytes.Contains(must(os.ReadFile(path)), []byte("secret service")))

	store = must(hitlrun.Open(path, hitlrun.Options{}))
	defer store.Close()
	_, err := store.State(ctx, "mail-1")
	fmt.Println(errors.Is(err, hitlrun.ErrKey))
	// Output:
	// false
	// true
}

// A copy of a store is a store, made while others use it.
func ExampleStore_Backup() {
	ctx := context.Background()
	dir := must(os.MkdirTemp("", "hitlrun"))
	defer os.RemoveAll(dir)
	store := must(hitlrun.Open(filepath.Join(dir, "threads.db"), hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`)}))

	must(store.Backup(ctx, filepath.Join(dir, "copy.db"), false))
	restored := must(hitlrun.Open(filepath.Join(dir, "copy.db"), hitlrun.Options{}))
	defer restored.Close()
	run := must(restored.Resume(ctx, "mail-1", hitlrun.Answer{Value: []byte("true")}))
	fmt.Println(run.Status)
	// Output: done
}

// Threads that are done are removed after a time. The audit log has digests of them.
func ExampleStore_Prune() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	for _, id := range []string{"old", "waits"} {
		must(store.Start(ctx, script, hitlrun.Start{ThreadID: id, Input: []byte(`{"to": "Ann"}`)}))
	}
	must(store.Resume(ctx, "old", hitlrun.Answer{Value: []byte("true")}))

	pruned := must(store.Prune(ctx, hitlrun.Prune{OlderThan: time.Microsecond}))
	fmt.Println(pruned.Threads, "removed;", len(must(store.Threads(ctx, hitlrun.ThreadFilter{}))), "left")
	// Output: 1 removed; 1 left
}

// The log has what happens to threads, and nothing of what is said in them.
func ExampleOptions_logger() {
	ctx := context.Background()
	handler := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == hitlrun.LogDuration || a.Key == hitlrun.LogRun || a.Key == hitlrun.LogScript {
			return slog.Attr{} // they differ from one time to the next
		}
		return a
	}})
	store := must(hitlrun.Open(":memory:", hitlrun.Options{Logger: slog.New(handler)}))
	defer store.Close()
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "mail-1", Input: []byte(`{"to": "Ann"}`), RunOptions: hitlrun.RunOptions{By: "ann", From: "web"}}))
	// Output:
	// level=INFO msg="run began" thread=mail-1 graph=graph by=ann from=web
	// level=INFO msg="run ended" thread=mail-1 status=interrupted waiting=1
}
