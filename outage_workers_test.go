// This file tests that an answer which the store cannot take at the moment is not used, wherever the script runs.

package hitlrun_test

import (
	"database/sql"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun"
)

func TestAnswersWhileTheStoreIsLocked(t *testing.T) {
	t.Parallel()
	for name, isolation := range map[string]hitlrun.Isolation{"in process": hitlrun.InProcess, "in a worker": hitlrun.Process} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "test.db")
			store, err := hitlrun.Open(path, hitlrun.Options{BusyTimeout: 200 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			script := loadWith(t, counted, hitlrun.ScriptOptions{Isolation: isolation})
			asked, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
			if err != nil {
				t.Fatal(err)
			}
			other, err := sql.Open("sqlite3", path+"?_txlock=immediate")
			if err != nil {
				t.Fatal(err)
			}
			defer other.Close()
			lock, err := other.Begin()
			if err != nil {
				t.Fatal(err)
			}
			answer := hitlrun.Answer{Value: json.RawMessage(`"yes"`), Interrupt: asked.Interrupts[0].ID}
			if _, err := store.Resume(t.Context(), "t", answer); !hitlrun.IsOutage(err) {
				t.Fatalf("while the store is locked: %v", err)
			}
			if err := lock.Rollback(); err != nil {
				t.Fatal(err)
			}
			if waits, err := store.State(t.Context(), "t"); err != nil || waits.Status != hitlrun.StatusInterrupted || len(waits.Interrupts) != 1 {
				t.Fatalf("after that: %+v, %v", waits, err)
			}
			if done, err := store.Resume(t.Context(), "t", answer); err != nil || done.Status != hitlrun.StatusDone {
				t.Errorf("the same answer again: %+v, %v", done, err)
			}
		})
	}
}
