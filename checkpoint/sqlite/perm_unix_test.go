// This file tests files and folders that the process may not write to.

//go:build unix

package sqlite

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// openAsNobody opens and closes a store in a process that is not root, to which
// permissions mean nothing, and returns what it says. If this process is not root, the other one has its user, and the
// same is tested.
func openAsNobody(t *testing.T, exe, path string, o Options) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), "SQLITE_TEST_ROLE=open", "SQLITE_TEST_PATH="+path)
	if o.ReadOnly {
		cmd.Env = append(cmd.Env, "SQLITE_TEST_READONLY=1")
	}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// publicExe returns this program where everybody may run it.
func publicExe(t *testing.T, dir string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(exe)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	path := filepath.Join(dir, "exe")
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	closeNow(t, out)
	return path
}

func TestPermissions(t *testing.T) {
	dir, err := os.MkdirTemp("", "perm") //nolint:usetesting // it is removed in a way of its own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		filepath.WalkDir(dir, func(path string, _ os.DirEntry, _ error) error { return os.Chmod(path, 0o755) })
		os.RemoveAll(dir)
	})
	exe := publicExe(t, dir)
	folder := filepath.Join(dir, "folder") // may be read, not written
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	store := filepath.Join(folder, "store.db")
	s := openAt(t, store)
	commitAll(t, s, (&looper{thread: "t"}).next())
	closeNow(t, s)
	open := filepath.Join(dir, "open") // everybody may write, but not to the file in it
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(store)
	if err != nil {
		t.Fatal(err)
	}
	locked := filepath.Join(open, "locked.db")
	if err := os.WriteFile(locked, content, 0o444); err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(dir, "closed") // may not be entered
	if err := os.Mkdir(closed, 0o755); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{dir: 0o755, folder: 0o555, open: 0o777, store: 0o666, closed: 0} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		path string
		o    Options
		want string
	}{
		{filepath.Join(folder, "new.db"), Options{}, "open store " + folder + "/new.db: folder " + folder + " is not writable"},
		{store, Options{}, "open store " + store + ": folder " + folder + " is not writable"},
		{store, Options{ReadOnly: true}, "1 steps"},
		{locked, Options{}, "open store " + locked + ": the file is not writable"},
		{locked, Options{ReadOnly: true}, "1 steps"},
		{filepath.Join(closed, "x.db"), Options{}, "open store " + closed + "/x.db: folder " + closed + " cannot be entered: its permissions forbid it"},
	} {
		if got := openAsNobody(t, exe, tt.path, tt.o); got != tt.want {
			t.Errorf("%s %+v: %s\nwant %s", tt.path, tt.o, got, tt.want)
		}
	}
	wantFolder(t, folder, "store.db", "store.db-lock")
	if after, err := os.ReadFile(locked); err != nil || string(after) != string(content) {
		t.Error("a file that is not writable was changed")
	}
}
