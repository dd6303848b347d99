// This file tests what Doctor finds, and that it finds nothing in a store that is well.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/savertest"
)

func diagnose(t *testing.T, s *Store) (found []Finding) {
	t.Helper()
	for f, err := range s.Doctor(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, f)
	}
	return found
}

// wantWell checks that Doctor finds nothing that is not harmless. Random values are no JSON.
func wantWell(t *testing.T, s *Store) {
	t.Helper()
	for _, f := range diagnose(t, s) {
		if !f.Harmless && !strings.HasSuffix(f.Message, "is not valid JSON") {
			t.Errorf("Doctor: %+v", f)
		}
	}
}

// TestDoctorWell looks at stores that random batches have made, and what Prune left of them.
func TestDoctorWell(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		for _, keys := range []*Keys{nil, keysOf("a")} {
			t.Run(fmt.Sprint(seed, keys != nil), func(t *testing.T) {
				t.Parallel()
				s, err := Open(filepath.Join(t.TempDir(), "test.db"), Options{Keys: keys})
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				savertest.Random(t, s, seed, 300)
				wantWell(t, s)
				threads, err := s.Threads(t.Context(), ThreadFilter{})
				if err != nil {
					t.Fatal(err)
				}
				for i, thread := range threads {
					if err := s.Prune(t.Context(), thread.ID, 1+i%3); err != nil {
						t.Fatal(err)
					}
				}
				wantWell(t, s)
			})
		}
	}
}

// sick returns a store with a thread that has something of everything.
func sick(t *testing.T) *Store {
	t.Helper()
	s := openNew(t)
	var ids checkpoint.IDs
	parent := ""
	for i := range int64(4) {
		cp := &checkpoint.Checkpoint{
			ID: ids.New(int(i)), ParentID: parent,
			Versions: []checkpoint.Version{{Channel: "list", N: i + 1}, {Channel: "small", N: 1}},
			Values:   []checkpoint.Value{{Channel: "list", Version: i + 1, Blob: jsonf(`["%d %s"]`, i, strings.Repeat("x", 900-200*int(i)))}},
		}
		if i == 0 {
			cp.Values = append(cp.Values, checkpoint.Value{Channel: "small", Version: 1, Blob: jsonf("%q", strings.Repeat("s", 200))})
		} else {
			cp.Values[0].Blob.Base = i
		}
		for _, ns := range []string{"", "sub:1"} {
			commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", NS: ns, ID: parent}, Checkpoint: cp})
		}
		parent = cp.ID
	}
	pause(t, s, &ids, "waits", strings.Repeat("q", 300))
	if err := s.PutScript(t.Context(), checkpoint.Script{Hash: "h", Name: "flow.ts", Code: []byte("code")}); err != nil {
		t.Fatal(err)
	}
	if err := s.SetThreadScript(t.Context(), "waits", ScriptRef{Hash: "h"}, &checkpoint.Audit{Events: []checkpoint.Event{{Kind: checkpoint.EventStart}}}); err != nil {
		t.Fatal(err)
	}
	commitAll(t, s, checkpoint.Batch{Key: checkpoint.Key{ThreadID: "t", ID: parent}, Writes: []checkpoint.TaskWrites{{TaskID: "task", Writes: []checkpoint.PendingWrite{
		{TaskID: "task", Channel: "list", Value: jsonf("%q", strings.Repeat("w", 700))},
	}}}})
	return s
}

func TestDoctorFinds(t *testing.T) {
	t.Parallel()
	if found := diagnose(t, sick(t)); len(found) > 0 {
		t.Fatalf("Doctor of a store that is well: %+v", found)
	}
	for name, c := range map[string]struct {
		damage string // SQL
		want   Finding
		begins bool
	}{
		"blob": {"DELETE FROM blobs WHERE base IS NULL AND id < (1 << 32) + 3", Finding{Check: CheckValues, ThreadID: "t", Message: `channel "list" of checkpoint`}, true},
		"value of another row": {"DELETE FROM checkpoints WHERE thread = 1 AND ns = 0 AND id = (SELECT min(id) FROM checkpoints WHERE thread = 1)",
			Finding{Check: CheckValues, ThreadID: "t", Message: `channel "small" of checkpoint`}, true},
		"row":        {"UPDATE checkpoints SET body = substr(body, 1, 5) WHERE thread = 1 AND ns = 1", Finding{Check: CheckValues, ThreadID: "t", Message: "checkpoint "}, true},
		"not JSON":   {"UPDATE blobs SET data = '[' || substr(data, 2, 20) WHERE base IS NULL AND id < 2 << 32", Finding{Check: CheckValues, ThreadID: "t", Message: `channel "list" of checkpoint`}, true},
		"questions":  {"UPDATE threads SET interrupts = x'00ff' WHERE id = 2", Finding{Check: CheckValues, ThreadID: "waits", Message: "its questions, its error or its script cannot be read"}, true},
		"writes":     {"UPDATE writes SET body = x'05' WHERE thread = 1", Finding{Check: CheckValues, ThreadID: "t", Message: "the pending writes of checkpoint"}, true},
		"script":     {"UPDATE scripts SET code = x'ffff'", Finding{Check: CheckScripts, Message: "the script flow.ts cannot be read"}, true},
		"no script":  {"PRAGMA foreign_keys = OFF; DELETE FROM scripts", Finding{Check: CheckRows, ThreadID: "waits", Message: "the script that the thread is pinned to is not there"}, false},
		"namespace":  {"DELETE FROM namespaces", Finding{Check: CheckRows, ThreadID: "t", Message: "4 rows of the table checkpoints are of a namespace that does not exist"}, false},
		"stray rows": {"INSERT INTO checkpoints VALUES (77, 0, 'x', x'00', NULL)", Finding{Check: CheckRows, Message: "the table checkpoints has rows of a thread that does not exist (number 77)"}, false},
		"stray blob": {"INSERT INTO blobs VALUES ((88 << 32) + 1, NULL, x'00')", Finding{Check: CheckRows, Message: "the table blobs has rows of a thread that does not exist (number 88)"}, false},
		"bytes":      {"UPDATE checkpoints SET thread = x'00' WHERE thread = 1", Finding{Check: CheckRows, Message: "the table checkpoints has a row whose number of a thread is not a number"}, false},
		"text":       {"UPDATE writes SET thread = 'one' WHERE thread = 1", Finding{Check: CheckRows, Message: "the table writes has a row whose number of a thread is not a number"}, false},
		"fraction":   {"UPDATE checkpoints SET thread = 1.5 WHERE thread = 1", Finding{Check: CheckRows, Message: "the table checkpoints has a row whose number of a thread is not a number"}, false},
		"audit":      {"UPDATE audit SET hash = zeroblob(32) WHERE n = 1", Finding{Check: CheckAudit, Message: "the audit log was changed: entry 1 was changed"}, false},
		"names":      {"DELETE FROM names WHERE id = 1", Finding{Check: CheckRows, Message: "the names of channels and nodes have a gap"}, true},
		"no checkpoint": {"DELETE FROM checkpoints WHERE thread = 2; DELETE FROM writes WHERE thread = 2",
			Finding{Check: CheckRows, ThreadID: "waits", Message: "the thread waits for an answer, and has no checkpoint"}, false},
		"unused blob":     {"INSERT INTO blobs VALUES ((1 << 32) + 999, NULL, x'313233')", Finding{Check: CheckRows, Harmless: true, ThreadID: "t", Message: "1 large values are stored that nothing refers to (3 bytes)"}, false},
		"unused script":   {"INSERT INTO scripts VALUES (9, 'x', 'x', NULL, NULL, NULL)", Finding{Check: CheckScripts, Harmless: true, Message: "1 scripts are stored that no thread runs"}, false},
		"empty namespace": {"INSERT INTO namespaces VALUES (1, 'empty', 9)", Finding{Check: CheckRows, Harmless: true, ThreadID: "t", Message: `the namespace "empty" has no rows`}, false},
		"stray writes":    {"INSERT INTO writes SELECT thread, ns, x'00', task, kind, 9, x'00' FROM writes WHERE thread = 1", Finding{Check: CheckRows, Harmless: true, ThreadID: "t", Message: `1 pending writes of namespace "" are of checkpoints that do not exist`}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sick(t)
			other, err := connect(s.path, "mode=rw", time.Second)
			if err != nil {
				t.Fatal(err)
			}
			err = other.Run(c.damage)
			if err := errors.Join(err, other.Close()); err != nil {
				t.Fatal(err)
			}
			r, err := Open(s.path, Options{ReadOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			found := diagnose(t, r)
			for _, f := range found {
				if f.Advice == "" {
					t.Errorf("there is no advice: %+v", f)
				}
				f.Advice = ""
				if c.begins && strings.HasPrefix(f.Message, c.want.Message) {
					f.Message = c.want.Message
				}
				if f == c.want {
					return
				}
			}
			t.Errorf("found %+v, want %+v", found, c.want)
		})
	}
}

// TestDoctorFile damages the first page of each table.
func TestDoctorFile(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"threads", "checkpoints", "namespaces", "writes", "blobs", "audit", "scripts"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			testDoctorFile(t, table)
		})
	}
}

func testDoctorFile(t *testing.T, table string) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	savertest.Random(t, s, 1, 500)
	page := numbers(t, s, "SELECT rootpage FROM sqlite_schema WHERE name = '"+table+"'")[0]
	closeNow(t, s)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(data[(page-1)*4096:], strings.Repeat("damage", 100))
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	s, err = Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	found := diagnose(t, s)
	if len(found) > 2*maxMessages {
		t.Errorf("%d findings", len(found))
	}
	for _, f := range found {
		if f.Check == CheckFile && strings.HasPrefix(f.Message, "the file is damaged: ") {
			return
		}
	}
	t.Errorf("Doctor did not find the page: %+v", found)
}

// TestDoctorBeside looks at a store in which others write, and that is encrypted with a key which is not at hand.
func TestDoctorBeside(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := Open(path, Options{Keys: keysOf("a")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		l := looper{thread: "t"}
		for ctx.Err() == nil {
			if err := s.Commit(context.Background(), l.next()); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for i := range 20 {
		keys := keysOf("a")
		if i%2 == 1 {
			keys = nil
		}
		r, err := Open(path, Options{ReadOnly: true, Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		found := diagnose(t, r)
		if i%2 == 1 && (len(found) != 1 || found[0].Check != CheckKey || !found[0].Harmless) {
			t.Errorf("without the key: %+v", found)
		}
		if i%2 == 0 && len(found) > 0 {
			t.Errorf("with the key: %+v", found)
		}
		r.Close()
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	ctx, stop = context.WithCancel(t.Context())
	stop()
	for _, err := range s.Doctor(ctx) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Doctor with a context that is done: %v", err)
		}
	}
}
