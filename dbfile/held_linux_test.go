package dbfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/hitlrun/hitlrun/dbfile"
)

// TestConnectInAHeldFolder lets SQLite open files of a folder that is held open, after they were checked: a link, and a file that
// has a second name, may have been put there since.
func TestConnectInAHeldFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fd, err := unix.Open(dir, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	folder := os.NewFile(uintptr(fd), dir)
	defer folder.Close()
	use := func(name string) error {
		c, err := dbfile.Connect(dbfile.In(folder, filepath.Join(dir, name)), "mode=rwc", 0)
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		return c.Run("CREATE TABLE IF NOT EXISTS t (x)")
	}
	if err := use("a.db"); err != nil {
		t.Fatal(err)
	}
	if err := use("a.db"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "a.db"), filepath.Join(dir, "link.db")); err != nil {
		t.Fatal(err)
	}
	if err := use("link.db"); err == nil {
		t.Error("a link was opened")
	}
	if err := os.Link(filepath.Join(dir, "a.db"), filepath.Join(dir, "second.db")); err != nil {
		t.Fatal(err)
	}
	if err := use("second.db"); err == nil {
		t.Error("a file with a second name was opened")
	}
	if got, want := dbfile.Shown(dbfile.In(folder, "x/a.db")), filepath.Join(dir, "a.db"); got != want {
		t.Errorf("the path for messages is %s, want %s", got, want)
	}
}
