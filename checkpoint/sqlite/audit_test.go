package sqlite

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// audited makes a store with an audit log: three entries of thread a, two of b, one of c.
func audited(t *testing.T, path string, o Options) *Store {
	t.Helper()
	s, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for i, thread := range []string{"a", "b", "a", "c", "b", "a"} {
		err := s.Commit(t.Context(), checkpoint.Batch{
			Key:    checkpoint.Key{ThreadID: thread},
			Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusRunning},
			Audit: &checkpoint.Audit{By: "ann", From: "cli", Events: []checkpoint.Event{{
				Kind: checkpoint.EventAnswer, Interrupt: "8c1f", Node: "ask",
				Question: json.RawMessage(`"secret question"`), Value: json.RawMessage(`{"n":` + string(rune('0'+i)) + `}`),
			}}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func problems(t *testing.T, s *Store, heads ...checkpoint.AuditHead) string {
	t.Helper()
	report, err := s.VerifyAudit(t.Context(), heads...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(report.Problems, "; ")
}

func TestAudit(t *testing.T) {
	t.Parallel()
	s := audited(t, filepath.Join(t.TempDir(), "test.db"), Options{})
	all, err := s.Audit(t.Context(), checkpoint.AuditFilter{})
	if err != nil || len(all) != 6 {
		t.Fatalf("%d entries, want 6 (%v)", len(all), err)
	}
	of, err := s.Audit(t.Context(), checkpoint.AuditFilter{ThreadID: "a", After: 1, Limit: 1})
	if err != nil || len(of) != 1 || of[0].N != 3 || of[0].ThreadID != "a" || of[0].By != "ann" || of[0].From != "cli" {
		t.Fatalf("entries of a behind 1: %+v (%v)", of, err)
	}
	ev := of[0].Events[0]
	if ev.Kind != "answer" || ev.Interrupt != "8c1f" || ev.Node != "ask" || string(ev.Question) != `"secret question"` || string(ev.Value) != `{"n":2}` {
		t.Errorf("event: %+v", ev)
	}
	if got := problems(t, s); got != "" {
		t.Errorf("a log that nobody changed: %s", got)
	}
}

func TestAuditOfOneTransaction(t *testing.T) {
	t.Parallel()
	s := audited(t, filepath.Join(t.TempDir(), "test.db"), Options{})
	one := func(kind string) checkpoint.Batch {
		return checkpoint.Batch{Key: checkpoint.Key{ThreadID: "a"}, Audit: &checkpoint.Audit{Events: []checkpoint.Event{{Kind: kind}}}}
	}
	if err := s.CommitAll(t.Context(), []checkpoint.Batch{one("start"), one("question")}); err != nil {
		t.Fatal(err)
	}
	list, err := s.Audit(t.Context(), checkpoint.AuditFilter{After: 6})
	if err != nil || len(list) != 1 || len(list[0].Events) != 2 {
		t.Errorf("two batches of a transaction: %+v (%v), want one entry with two events", list, err)
	}
}

// tamper runs SQL on a store. "edit N OLD NEW" changes text in the body of entry N; a comma
// is a blank. "note N" has entry N noted as the newest.
func tamper(t *testing.T, path, sql string) {
	t.Helper()
	c, err := connect(path, "mode=rw", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for statement := range strings.SplitSeq(sql, "; ") {
		if edit, ok := strings.CutPrefix(statement, "edit "); ok {
			words := strings.Fields(edit)
			var v [1]driver.Value
			_, err = c.Row(v[:], "SELECT body FROM audit WHERE n = ?", words[0])
			old, replacement := strings.ReplaceAll(words[1], ",", " "), strings.ReplaceAll(words[2], ",", " ")
			body := bytes.Replace(dbfile.Blob(v[0]), []byte(old), []byte(replacement), 1)
			if err == nil {
				_, err = c.Exec("UPDATE audit SET body = ? WHERE n = ?", body, words[0])
			}
		} else if n, ok := strings.CutPrefix(statement, "note "); ok {
			var v [1]driver.Value
			_, err = c.Row(v[:], "SELECT hash FROM audit WHERE n = ?", n)
			note := append([]byte{0, 0, 0, 0, 0, 0, 0, n[0] - '0'}, dbfile.Blob(v[0])...)
			if err == nil {
				_, err = c.Exec("UPDATE audit SET hash = ? WHERE n = 0", note)
			}
		} else {
			err = c.Run(statement)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever is done to the rows, the log says where.
func TestAuditVerify(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, sql, want string }{
		{"edited", "edit 3 ann bob", "entry 3 was changed"},
		{"value", `edit 5 {"n":4} {"n":9}`, "entry 5 was changed"},
		{"removed", "DELETE FROM audit WHERE n = 4", "entry 4 was removed"},
		{"first", "DELETE FROM audit WHERE n = 1", "entry 1 was removed"},
		{"removed two", "DELETE FROM audit WHERE n IN (3, 4)", "entries 3 to 4 were removed"},
		{"end", "DELETE FROM audit WHERE n >= 5", "entries 5 to 6 were removed from the end; entry 6, which was noted, is gone"},
		{"all", "DELETE FROM audit WHERE n > 0", "entries 1 to 6 were removed from the end; entry 6, which was noted, is gone"},
		{"swapped", "UPDATE audit SET n = n + 100 WHERE n IN (3, 4); UPDATE audit SET n = 4 WHERE n = 103; UPDATE audit SET n = 3 WHERE n = 104", "entry 3 was changed; entry 4 was changed; entry 5 was changed"},
		{"moved to another thread", "UPDATE audit SET thread = 2 WHERE n = 4", "entry 4 was changed"},
		{"moved to no thread", "UPDATE audit SET thread = 9 WHERE n = 4", "entry 4 is stored under a thread that does not exist; entry 4 was changed"},
		{"added", "INSERT INTO audit SELECT thread, 7, hash, body FROM audit WHERE n = 6", "entry 7 was changed; entries 7 to 7 were added by someone else"},
		{"added below 1", "INSERT INTO audit SELECT thread, 0, hash, body FROM audit WHERE n = 6; INSERT INTO audit SELECT thread, -5, hash, body FROM audit WHERE n = 6", "2 entries with a number below 1 were added by someone else"},
		{"rehashed", "edit 3 ann bob; UPDATE audit SET hash = zeroblob(32) WHERE n = 3", "entry 3 was changed; entry 4 was changed"},
		{"end and note", "DELETE FROM audit WHERE n >= 5; note 4", "entry 6, which was noted, is gone"},
		{"erased by hand", "UPDATE audit SET body = x'000e" + strings.Repeat("00", 32) + "' WHERE n = 3", "entry 3 was changed; 1 entries were erased, and entry 7 does not record that"},
		{"no note", "DELETE FROM audit WHERE n = 0", "the note of the newest entry is damaged"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "test.db")
			s := audited(t, path, Options{})
			report, err := s.VerifyAudit(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			tamper(t, path, tt.sql)
			if got := problems(t, s, report.Head); got != tt.want {
				t.Errorf("problems: %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Of a deleted thread only digests stay, and the log verifies.
func TestAuditErased(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := audited(t, path, Options{})
	if err := s.DeleteThreadBy(t.Context(), "a", "carl", "cli"); err != nil {
		t.Fatal(err)
	}
	if got := problems(t, s); got != "" {
		t.Errorf("after a deletion: %s", got)
	}
	list, err := s.Audit(t.Context(), checkpoint.AuditFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var erased []int64
	for _, e := range list {
		if e.Erased {
			erased = append(erased, e.N)
		}
	}
	if want := []int64{1, 3, 6}; !slices.Equal(erased, want) {
		t.Errorf("erased: %v, want %v", erased, want)
	}
	last := list[len(list)-1]
	if last.By != "carl" || last.Events[0].Kind != checkpoint.EventDelete || last.ThreadID != "" {
		t.Errorf("the entry of the deletion: %+v", last)
	}
	if n := numbers(t, s, "SELECT count(*) FROM audit WHERE n IN (1, 3, 6) AND instr(body, 'secret') > 0"); n[0] != 0 {
		t.Errorf("%d erased entries have the question still", n[0])
	}
	tamper(t, path, "edit 7 ,3,entries ,2,entries")
	want := "entry 7 records a deletion, but other entries than those of the thread are erased; entry 7 was changed"
	if got := problems(t, s); got != want {
		t.Errorf("problems: %s\nwant %s", got, want)
	}
}

func TestAuditDigests(t *testing.T) {
	t.Parallel()
	s := audited(t, filepath.Join(t.TempDir(), "test.db"), Options{AuditDigests: true})
	list, err := s.Audit(t.Context(), checkpoint.AuditFilter{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if ev := list[0].Events[0]; !strings.HasPrefix(string(ev.Question), `"sha256:`) || !strings.HasPrefix(string(ev.Value), `"sha256:`) {
		t.Errorf("event: %+v, want digests", ev)
	}
	if got := problems(t, s); got != "" {
		t.Error(got)
	}
}

// A batch whose condition does not hold is not stored.
func TestCondition(t *testing.T) {
	t.Parallel()
	s := openAt(t, filepath.Join(t.TempDir(), "test.db"))
	put := func(saver checkpoint.Saver, b checkpoint.Batch) {
		if err := saver.Commit(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	for _, saver := range []checkpoint.Saver{s, &checkpoint.MemorySaver{}} {
		l := &looper{thread: "t"}
		put(saver, l.next())
		head, err := saver.Get(t.Context(), checkpoint.Key{ThreadID: "t"})
		if err != nil {
			t.Fatal(err)
		}
		answer := func(text string, cond *checkpoint.Condition) checkpoint.Batch {
			return checkpoint.Batch{Key: head.Key, If: cond, Writes: []checkpoint.TaskWrites{{TaskID: checkpoint.NullTaskID, Writes: []checkpoint.PendingWrite{
				{TaskID: checkpoint.NullTaskID, Channel: checkpoint.ChannelResume, Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(text)}},
			}}}}
		}
		none := &checkpoint.Condition{}
		if err := saver.Commit(t.Context(), answer("1", none)); err != nil {
			t.Errorf("%T: the first answer: %v", saver, err)
		}
		if err := saver.Commit(t.Context(), answer("2", none)); !errors.Is(err, checkpoint.ErrConflict) {
			t.Errorf("%T: the second answer: %v, want ErrConflict", saver, err)
		}
		seen := &checkpoint.Condition{Answer: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("1")}}
		if err := saver.Commit(t.Context(), answer("3", seen)); err != nil {
			t.Errorf("%T: in place of the answer that was seen: %v", saver, err)
		}
		put(saver, l.next())
		if err := saver.Commit(t.Context(), answer("4", none)); !errors.Is(err, checkpoint.ErrConflict) {
			t.Errorf("%T: an answer to an older checkpoint: %v, want ErrConflict", saver, err)
		}
	}
}

// TestAuditNews adds entries after the number of the newest one was read: no entry may be left out, because nobody asks for it again.
func TestAuditNews(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	const threads = 40
	for i := range threads {
		err := s.Commit(t.Context(), checkpoint.Batch{
			Key:    checkpoint.Key{ThreadID: fmt.Sprint("t", i)},
			Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusRunning},
			Audit:  &checkpoint.Audit{Events: []checkpoint.Event{{Kind: checkpoint.EventStart}}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for after := range int64(threads) {
		for head := after + 1; head <= threads; head++ {
			news, err := s.newsUpTo(t.Context(), after, head)
			if err != nil || len(news) != int(threads-after) || news[0].N != after+1 {
				t.Fatalf("%d entries after %d of %d, when there were %d; %v", len(news), after, threads, head, err)
			}
		}
	}
}
