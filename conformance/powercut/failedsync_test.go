//go:build linux

// This file makes syncs fail. Who waits for a failed sync gets an error. What is acknowledged later is on the disk,
// although it builds on what the failed sync has dropped.

package powercut

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// failing has the next n syncs of the WAL fail.
func (l *lab) failing(n int32) {
	var left atomic.Int32
	left.Store(n)
	l.fs.FailSyncs(func(name string) bool { return strings.HasSuffix(name, "-wal") && left.Add(-1) >= 0 })
}

// TestFailedSync answers on a disk whose next syncs fail, then answers again, and cuts the power.
func TestFailedSync(t *testing.T) {
	t.Parallel()
	binary := program(t)
	for _, failures := range []int32{1, 2, 5} {
		l := newLab(t, binary)
		l.fs.SlowSyncs(0)
		l.write(strings.Replace(paused, "CALL", "", 1))
		for _, thread := range []string{"t", "u"} {
			if out := l.run("", "start", "flow.ts", "--thread", thread, "--input", "{}"); !strings.Contains(out, "interrupted") {
				t.Fatal(out)
			}
		}
		l.failing(failures)
		out := l.run("", "resume", "--thread", "t", "--value", "3")
		if strings.Contains(out, "status:") || !strings.Contains(out, "the disk failed to sync what was written") {
			t.Errorf("%d failures: a sync that failed is not reported:\n%s", failures, out)
		}
		// A process that comes after it, whose own sync succeeds, restores what the first has lost.
		answered := false
		for range failures + 1 {
			out = l.run("", "resume", "--thread", "u", "--value", "3")
			if answered = strings.Contains(out, "status: done"); answered {
				break
			}
		}
		if !answered && !strings.Contains(out, "was answered") {
			t.Fatalf("%d failures: the store does not work any more:\n%s", failures, out)
		}
		l.cutting = true
		l.cut()
		l.next("")
		if s := l.state("u"); s.Status != "done" || s.Values.M != 3 {
			t.Errorf("%d failures: an answer that was acknowledged is gone: %+v\n%s", failures, s, out)
		}
		if s := l.state("t"); s.Status != "done" && s.Status != "interrupted" && s.Status != "running" {
			t.Errorf("%d failures: the first thread is %+v", failures, s)
		}
	}
}

// TestFailedSyncInProcess makes the second sync of a Go program fail. Its store continues with another connection.
func TestFailedSyncInProcess(t *testing.T) {
	t.Parallel()
	binary := program(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(t, exe)
	l.fs.SlowSyncs(0)
	l.write(strings.Replace(paused, "CALL", "", 1))
	var syncs atomic.Int32
	l.fs.FailSyncs(func(name string) bool { return strings.HasSuffix(name, "-wal") && syncs.Add(1) == failingSync })
	l.cutting = true
	l.next(l.run("", "go-program", "FailedSync", l.fs.Dir()))
	l.binary = binary
	for _, thread := range []string{"a", "c"} {
		if s := l.state(thread); s.Status != "interrupted" || len(s.Interrupts) != 1 {
			t.Errorf("thread %s, whose start was acknowledged, is %+v", thread, s)
		}
	}
}

// failingSync is the number of the sync that fails: the first one is of the header of the WAL.
const failingSync = 3

// failedSync starts three threads. The second start fails with the sync.
func failedSync(ctx context.Context, store *hitlrun.Store, script *hitlrun.Script) error {
	for _, thread := range []string{"a", "b", "c"} {
		_, err := store.Start(ctx, script, hitlrun.Start{ThreadID: thread, Input: []byte("{}")})
		if failed := errors.Is(err, hitlrun.ErrSync); failed != (thread == "b") || err != nil && !failed {
			return fmt.Errorf("thread %s: %w", thread, err)
		}
	}
	return nil
}
