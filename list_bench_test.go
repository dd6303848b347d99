package hitlrun_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// manyThreads is a store of n threads: one in 10 waits, one in 100 is of another script, one in 1000 waits at another node.
// key encrypts it; "" does not.
func manyThreads(tb testing.TB, n int, key string) *hitlrun.Store {
	tb.Helper()
	var keys *hitlrun.Keys
	var stored *sqlite.Keys
	if key != "" {
		var err, storedErr error
		keys, err = hitlrun.ParseKeys([]byte(key))
		stored, storedErr = sqlite.ParseKeys([]byte(key))
		if err != nil || storedErr != nil {
			tb.Fatal(err, storedErr)
		}
	}
	path := filepath.Join(tb.TempDir(), "many.db")
	db, err := sqlite.Open(path, sqlite.Options{Keys: stored})
	if err != nil {
		tb.Fatal(err)
	}
	ctx := context.Background()
	for _, name := range []string{"flow.ts", "other.ts"} {
		if err := db.PutScript(ctx, checkpoint.Script{Hash: name, Name: name, Code: []byte("1")}); err != nil {
			tb.Fatal(err)
		}
	}
	var batches []checkpoint.Batch
	for i := range n {
		id := fmt.Sprintf("thread-%06d", i)
		u := &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone}
		if i%10 == 0 {
			node := "approve"
			if i%1000 == 0 {
				node = "review"
			}
			in := checkpoint.ThreadInterrupt{ID: fmt.Sprint("q", i), Node: node, Value: checkpoint.Blob{Type: checkpoint.TypeJSON,
				Data: fmt.Appendf(nil, `{"question":"Send invoice %d to the customer?","amount":%d,"text":"Dear customer, your invoice is still open. Please pay soon."}`, i, i*7)}}
			if i%500 == 0 {
				in.Deadline = time.Now().Add(-time.Hour)
			}
			u = &checkpoint.ThreadUpdate{Status: checkpoint.StatusInterrupted, Interrupts: []checkpoint.ThreadInterrupt{in}}
		}
		script := "flow.ts"
		if i%100 == 0 {
			script = "other.ts"
		}
		info := fmt.Appendf(nil, `{"path":"/srv/flows/%s","file":"/srv/flows/%s","graph":"graph","profile":"1","hash":"%s"}`, script, script, script)
		batches = append(batches, checkpoint.Batch{Key: checkpoint.Key{ThreadID: id}, Thread: u, Pin: &checkpoint.Pin{Script: &checkpoint.Script{Hash: script}, Info: info}})
		if len(batches) == 1000 || i == n-1 {
			if err := db.CommitAll(ctx, batches); err != nil {
				tb.Fatal(err)
			}
			batches = nil
		}
	}
	if err := db.Close(); err != nil {
		tb.Fatal(err)
	}
	s, err := hitlrun.Open(path, hitlrun.Options{Keys: keys})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	for i := 0; i < n; i += 50 {
		meta := fmt.Sprintf(`{"tenant": "t%d", "subject": "order %d", "ids": [1, %d]}`, i%200, i, i)
		if err := s.SetMetadata(ctx, fmt.Sprintf("thread-%06d", i), []byte(meta)); err != nil {
			tb.Fatal(err)
		}
	}
	return s
}

// pages are first pages of lists.
var pages = []struct {
	name   string
	filter hitlrun.ThreadFilter
	want   int
}{
	{"all", hitlrun.ThreadFilter{Limit: 50}, 50},
	{"status", hitlrun.ThreadFilter{Status: hitlrun.StatusInterrupted, Limit: 50}, 50},
	{"script", hitlrun.ThreadFilter{Script: "other.ts", Limit: 50}, 50},
	{"noScript", hitlrun.ThreadFilter{Script: "none.ts", Limit: 50}, 0},
	{"node", hitlrun.ThreadFilter{Node: "review", Limit: 50}, 10},
	{"overdue", hitlrun.ThreadFilter{Overdue: true, Limit: 50}, 20},
	{"older", hitlrun.ThreadFilter{Before: time.Now().Add(24 * time.Hour), Limit: 50}, 50},
	{"metadata", hitlrun.ThreadFilter{Metadata: []byte(`{"tenant": "t150"}`), Limit: 50}, 50},
	{"metadataList", hitlrun.ThreadFilter{Metadata: []byte(`{"ids": [5000]}`), Limit: 50}, 1},
	{"search", hitlrun.ThreadFilter{Search: "Invoice 9990 ", Limit: 50}, 1},
	{"ids", hitlrun.ThreadFilter{IDs: []string{"thread-000001", "thread-009999"}, Limit: 50}, 2},
	{"everything", hitlrun.ThreadFilter{}, 10000},
}

// BenchmarkListThreads lists a page of 50 of 10,000 threads, by each filter.
func BenchmarkListThreads(b *testing.B) {
	s := manyThreads(b, 10_000, "")
	for _, page := range pages {
		b.Run(page.name, func(b *testing.B) {
			for b.Loop() {
				list, err := s.Threads(b.Context(), page.filter)
				if err != nil || len(list) != page.want {
					b.Fatal(len(list), err)
				}
			}
		})
	}
}
