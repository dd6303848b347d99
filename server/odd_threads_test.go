package server_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// The store has threads with values that no graph of hitlrun stores: lists have them and all others.
func TestOddThreads(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	store, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	c := &client{t: t, url: handler(t, store, nil), store: store}
	c.ok("POST", "/threads", `{"thread_id":"plain"}`)
	db, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for thread, channels := range map[string][]string{
		"of-a-state": {"branch:to:a", `{"x":1}`, "branch:to:b", `[1]`, "join:a:b", `{"value":7}`, "join:c:d", `7`},
		"broken":     {checkpoint.ChannelTasks, `7`},
	} {
		cp := &checkpoint.Checkpoint{ID: "1ef4f797-8335-6428-8001-8a1503f9b875", CreatedAt: time.Now()}
		for i := 0; i < len(channels); i += 2 {
			cp.Versions = append(cp.Versions, checkpoint.Version{Channel: channels[i], N: 1})
			cp.Values = append(cp.Values, checkpoint.Value{Channel: channels[i], Version: 1, Blob: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(channels[i+1])}})
		}
		if err := db.Commit(t.Context(), checkpoint.Batch{Key: checkpoint.Key{ThreadID: thread, ID: cp.ID}, Checkpoint: cp, Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusDone}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	c.exchanges([]exchange{
		{`POST /threads/search {"sort_by":"thread_id","sort_order":"asc","select":["thread_id","status"]}`, 200,
			`^\[\{"status":"error","thread_id":"broken"\},\{"status":"idle","thread_id":"of-a-state"\},\{"status":"idle","thread_id":"plain"\}\]$`},
		{`POST /threads/search {"values":{"x":1}}`, 200, `^\[\]$`},
		{`GET /threads/broken`, 200, `"error":"plan the next superstep of thread`},
		{`GET /threads/of-a-state/state`, 200, `"next":\[\]`},
	})
}
