// This file tests stores that several processes use, and processes that are killed.

package sqlite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// playRole is what a process does that was started by role. It opens the store
// SQLITE_TEST_PATH, says "ready" when it is.
func playRole(role string) int {
	if role == "remove" {
		return removeNewFiles(os.Getenv("SQLITE_TEST_PATH"))
	}
	s, err := Open(os.Getenv("SQLITE_TEST_PATH"), Options{ReadOnly: os.Getenv("SQLITE_TEST_READONLY") != ""})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	switch role {
	case "open": // and say what is in thread t
		n := 0
		for _, err := range s.List(context.Background(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
			if err != nil {
				fmt.Println(err)
				return 1
			}
			n++
		}
		fmt.Println(n, "steps")
	case "rekey": // to and fro, until someone ends the process
		fmt.Println("ready")
		for i := 0; ; i++ {
			err := s.Rekey(context.Background(), keysOf([]string{"ab", "bc", "ca"}[i%3]))
			if err == nil && i%3 == 2 {
				err = s.Rekey(context.Background(), nil)
			}
			if err != nil {
				fmt.Println(err)
				return 1
			}
		}
	case "backup": // once, and wait until someone ends the process
		fmt.Println("ready")
		if _, err := s.Backup(context.Background(), os.Getenv("SQLITE_TEST_COPY"), false); err != nil {
			fmt.Println(err)
			return 1
		}
		time.Sleep(time.Minute)
	case "leave": // two steps in the WAL
		l := looper{thread: "t"}
		for range 2 {
			if err := s.Commit(context.Background(), l.next()); err != nil {
				fmt.Println(err)
				return 1
			}
		}
		if err := s.CloseAtExit(); err != nil {
			fmt.Println(err)
			return 1
		}
		return 0
	case "lease": // a thread, until someone ends the process
		if _, err := s.Lease(context.Background(), "t"); err != nil {
			fmt.Println(err)
			return 1
		}
		fmt.Println("ready")
		time.Sleep(time.Minute)
	case "commit": // steps and say so, until there are SQLITE_TEST_STEPS
		steps, _ := strconv.Atoi(os.Getenv("SQLITE_TEST_STEPS"))
		l := looper{thread: os.Getenv("SQLITE_TEST_THREAD")}
		out := bufio.NewWriter(os.Stdout)
		fmt.Println("ready")
		for i := range steps {
			err := s.Commit(context.Background(), l.next())
			if err == nil && i%50 == 0 {
				err = s.Sync(context.Background())
			}
			if err != nil {
				fmt.Println(err)
				return 1
			}
			fmt.Fprintln(out, "step", i)
			out.Flush()
		}
	}
	if err := s.Close(); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// start starts a process with a role.
func start(t *testing.T, role, path string, env ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), append(env, "SQLITE_TEST_ROLE="+role, "SQLITE_TEST_PATH="+path)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

// wantLoop checks that the steps of a looper are there without a gap, and returns how many.
func wantLoop(t *testing.T, s *Store, thread string) int {
	t.Helper()
	want, parent := -1, ""
	n := 0
	for tuple, err := range s.List(t.Context(), checkpoint.Key{ThreadID: thread}, checkpoint.ListOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		step := tuple.Checkpoint.Metadata.Step
		if n == 0 {
			want = step
		} else {
			if tuple.Key.ID != parent {
				t.Fatalf("thread %s: the parent of step %d is %s, before it comes %s", thread, step+1, parent, tuple.Key.ID)
			}
			if len(tuple.Writes) != 3 {
				t.Errorf("thread %s: step %d has %d writes", thread, step, len(tuple.Writes))
			}
		}
		if step != want || len(tuple.Checkpoint.Values) == 0 || string(tuple.Checkpoint.Values[0].Blob.Data) != fmt.Sprint(step) {
			t.Fatalf("thread %s: step %d with values %v, want %d", thread, step, tuple.Checkpoint.Values, want)
		}
		parent = tuple.Checkpoint.ParentID
		want--
		n++
	}
	if want != -1 || parent != "" {
		t.Errorf("thread %s begins after step %d", thread, want)
	}
	return n
}

func TestManyProcesses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	const steps = 150
	var cmds []*exec.Cmd
	var outs []*bufio.Scanner
	for i := range 4 {
		cmd, out := start(t, "commit", path, fmt.Sprint("SQLITE_TEST_STEPS=", steps), fmt.Sprint("SQLITE_TEST_THREAD=t", i))
		cmds, outs = append(cmds, cmd), append(outs, out)
	}
	for i, cmd := range cmds {
		last := ""
		for outs[i].Scan() {
			last = outs[i].Text()
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v: %s", i, err, last)
		}
	}
	s := openAt(t, path)
	for i := range cmds {
		if n := wantLoop(t, s, fmt.Sprint("t", i)); n != steps {
			t.Errorf("thread %d has %d steps, want %d", i, n, steps)
		}
	}
	wantSound(t, s)
}

func TestOpenByManyProcesses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	var cmds []*exec.Cmd
	for range 6 {
		cmd, _ := start(t, "open", path)
		cmds = append(cmds, cmd)
	}
	for _, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	// Of those who close at the same time each may think that the other is still there.
	openAt(t, path).Close()
	wantFolder(t, filepath.Dir(path), "test.db")
}

// wantFolder checks which files are in a folder.
func wantFolder(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if g, w := strings.Join(got, " "), strings.Join(want, " "); g != w {
		t.Errorf("folder has %s, want %s", g, w)
	}
}

// TestKill kills a process in the middle of its commits. Every commit that
// returned to it is in the file.
func TestKill(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	for round := range 5 {
		thread := fmt.Sprint("t", round)
		cmd, out := start(t, "commit", path, "SQLITE_TEST_STEPS=1000000", "SQLITE_TEST_THREAD="+thread)
		acked := 0
		for out.Scan() {
			if strings.HasPrefix(out.Text(), "step") {
				acked++
			}
			if acked == 40+round*37 {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) {
			t.Fatalf("the process was not killed: %v", err)
		}
		s, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		wantSound(t, s)
		if n := wantLoop(t, s, thread); n < acked {
			t.Errorf("%d steps are left, %d were acknowledged", n, acked)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestLeaseOfKilledProcess(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	cmd, out := start(t, "lease", s.path)
	if !out.Scan() || out.Text() != "ready" {
		t.Fatalf("the other process says %q", out.Text())
	}
	_, err := s.Lease(t.Context(), "t")
	var busy *BusyError
	if !errors.Is(err, ErrBusy) || !errors.As(err, &busy) || busy.ThreadID != "t" {
		t.Fatalf("Lease: %v, want ErrBusy", err)
	}
	if want := fmt.Sprintf("thread t is in use by process %d", cmd.Process.Pid); busy.PID != 0 && err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
	free, err := s.Lease(t.Context(), "other")
	if err != nil {
		t.Fatal(err)
	}
	free()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	release, err := s.Lease(t.Context(), "t")
	if err != nil {
		t.Fatalf("Lease after the other process was killed: %v", err)
	}
	release()
}
