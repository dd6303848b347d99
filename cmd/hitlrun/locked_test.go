// This file has stores that another process locks, replaces or removes while hitlrun uses them.

package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

// lockStore locks a store as a process does that writes for long, until unlock.
func lockStore(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db, err := sql.Open("sqlite3", path+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
		db.Close()
	}
}

// state is what `hitlrun state --json` says of a thread.
func (k *killer) state(thread string) (document string, status string) {
	k.t.Helper()
	code, out, errs := k.run("state", "--thread", thread, "--json")
	var res struct{ Status string }
	if err := json.Unmarshal([]byte(out), &res); err != nil {
		k.t.Fatalf("state: exit code %d, %v\n%s", code, err, errs)
	}
	return out, res.Status
}

// An answer to a store that is locked for longer than one waits is not stored, and nothing else
// happens: the same answer is taken afterwards.
func TestAnswerToLockedStore(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	if code, _, errs := k.run("start", "flow.ts", "--thread", "t", "--input", `{"n":1}`); code != exitPaused {
		t.Fatalf("start: exit code %d\n%s", code, errs)
	}
	before, _ := k.state("t")
	unlock := lockStore(t, filepath.Join(k.dir, "hitlrun.db"))
	begin := time.Now()
	code, _, errs := k.run("resume", "--thread", "t", "--text", "yes 1", "--busy-timeout", "300ms")
	if took := time.Since(begin); took < 300*time.Millisecond || took > 5*time.Second {
		t.Errorf("it waited %s, not 300ms", took)
	}
	want := fmt.Sprintf("the store is locked by process %d (waited 300ms): nothing was written; try again, or wait longer (--busy-timeout)", os.Getpid())
	if code != exitFailed || !strings.Contains(errs, want) {
		t.Errorf("resume: exit code %d, stderr\n%s\nwant %s", code, errs, want)
	}
	if after, status := k.state("t"); after != before || status != "interrupted" {
		t.Errorf("the thread has changed:\n%s\nbefore\n%s", after, before)
	}
	if code, _, errs := k.run("delete", "--thread", "t", "--busy-timeout", "0"); code != exitFailed || !strings.Contains(errs, "nothing was written") {
		t.Errorf("delete: exit code %d\n%s", code, errs)
	}
	// The store is free again by the time that the failure could be written down.
	unlocked := make(chan bool)
	time.AfterFunc(3200*time.Millisecond, func() { unlock(); close(unlocked) })
	if code, _, errs := k.run("resume", "--thread", "t", "--text", "yes 1", "--busy-timeout", "2s"); code != exitFailed || !strings.Contains(errs, "(waited 2s)") {
		t.Errorf("resume: exit code %d\n%s", code, errs)
	}
	<-unlocked
	if after, status := k.state("t"); after != before || status != "interrupted" {
		t.Errorf("the thread has changed:\n%s\nbefore\n%s", after, before)
	}
	time.AfterFunc(time.Second, lockStore(t, filepath.Join(k.dir, "hitlrun.db")))
	code, out, errs := k.run("resume", "--thread", "t", "--text", "yes 1", "--json", "--busy-timeout", "20s")
	if err := done(out, 1); code != exitDone || err != nil {
		t.Errorf("resume: exit code %d, %v\n%s", code, err, errs)
	}
}

// A store that is locked in the middle of a run does not make an error of the thread.
func TestLockedInTheMiddle(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	cmd, errs := k.publishing(400, "--busy-timeout", "100ms")
	unlock := lockStore(t, filepath.Join(k.dir, "hitlrun.db"))
	if err := cmd.Wait(); err == nil || !strings.Contains(errs.String(), "the store is locked by process") {
		t.Errorf("resume: %v\n%s", err, errs.String())
	}
	unlock()
	if document, status := k.state("t"); status != "running" {
		t.Errorf("the thread is %s\n%s", status, document)
	}
	code, document, message := k.run("resume", "--thread", "t", "--json")
	document = document[strings.Index(document, "{"):]
	if err := done(document, 1); code != exitDone || err != nil {
		t.Errorf("resume: exit code %d, %v\n%s", code, err, message)
	}
}

// publishing answers the question of thread "t", with flags, in a process whose node takes ms milliseconds, and returns when the
// node has begun.
func (k *killer) publishing(ms int, flags ...string) (cmd *exec.Cmd, errs *strings.Builder) {
	k.t.Helper()
	script := strings.Replace(killScript, "await new", `console.log("publishing");
    await new`, 1)
	script = strings.Replace(script, "resolve, 1)", fmt.Sprintf("resolve, %d)", ms), 1)
	if err := os.WriteFile(filepath.Join(k.dir, "flow.ts"), []byte(script), 0o666); err != nil {
		k.t.Fatal(err)
	}
	if code, _, errs := k.run("start", "flow.ts", "--thread", "t", "--input", `{"n":1}`); code != exitPaused {
		k.t.Fatalf("start: exit code %d\n%s", code, errs)
	}
	cmd, errs = k.command(append([]string{"resume", "--thread", "t", "--text", "yes 1"}, flags...)...), &strings.Builder{}
	cmd.Stderr = errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		k.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "publishing"; {
	}
	return cmd, errs
}

// A store that is replaced or removed while a process has it open is not written to, and neither is what is in its place.
func TestStoreReplaced(t *testing.T) {
	t.Parallel()
	for _, side := range []string{"", "-wal", "-shm", "-lock"} {
		for _, removed := range []bool{false, true} {
			k := newKiller(t)
			cmd, errs := k.publishing(300)
			path := filepath.Join(k.dir, "hitlrun.db"+side)
			want := path + " was removed"
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if removed {
				err = os.Remove(path)
			} else {
				want = path + " is another file now"
				err = errors.Join(os.WriteFile(path+".other", content, 0o644), os.Rename(path+".other", path))
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err == nil || !strings.Contains(errs.String(), want) || strings.Count(errs.String(), want) != 1 {
				t.Errorf("%q: %v\n%s\nwant %s, once", side, err, errs.String(), want)
			}
			after, err := os.ReadFile(path)
			if !removed && string(after) != string(content) || removed && err == nil {
				t.Errorf("%q: what is in its place was written to (%v)", side, err)
			}
		}
	}
}
