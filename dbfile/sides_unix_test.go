//go:build unix

// This file tests who may write to the files of a database, with files of other users.

package dbfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/dbfile"
)

// nobody is the number of another user, who need not exist.
const nobody = 65534

// placed makes a database with the given files beside it, all with mode 0600.
func placed(t *testing.T, sides ...string) (path string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "s.db")
	for _, side := range append(sides, "") {
		if err := os.WriteFile(path+side, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// wantError checks that an error has a text, or that there is none if the text is "".
func wantError(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil && text != "" || err != nil && (text == "" || !strings.Contains(err.Error(), text)) {
		t.Errorf("%v, want %q", err, text)
	}
}

func TestSidesThatOthersCanWrite(t *testing.T) {
	t.Parallel()
	path := placed(t, dbfile.Sides()...)
	wantError(t, dbfile.CheckSides(path), "")
	wantError(t, dbfile.CheckWriters(path), "")
	for _, side := range dbfile.Sides() {
		for _, mode := range []os.FileMode{0o620, 0o602} {
			os.Chmod(path+side, mode)
			wantError(t, dbfile.CheckSides(path), "others can write to "+path+side+", but not to the store itself")
			wantError(t, dbfile.CheckWriters(path), "others can write to "+path+side)
		}
		os.Chmod(path, 0o666) // it is shared, as a whole
		wantError(t, dbfile.CheckSides(path), "")
		wantError(t, dbfile.CheckWriters(path), "others can write to "+path)
		os.Chmod(path, 0o600)
		os.Chmod(path+side, 0o600)
	}
	for mode, want := range map[os.FileMode]string{
		0o757: "others can write to the folder " + filepath.Dir(path), os.ModeSticky | 0o777: "", 0o700: "", 0o755: "",
	} {
		os.Chmod(filepath.Dir(path), mode)
		wantError(t, dbfile.CheckWriters(path), want)
	}
}

func TestSidesOfOtherUsers(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give files to another user")
	}
	give := func(path string, user, group int) {
		if err := os.Chown(path, user, group); err != nil {
			t.Fatal(err)
		}
	}
	for _, side := range dbfile.Sides() {
		path := placed(t, side)
		give(path+side, nobody, nobody)
		wantError(t, dbfile.CheckSides(path), side+" belongs to user 65534, who cannot write to the store itself")
		wantError(t, dbfile.CheckWriters(path), side+" belongs to another user (65534)")
		give(path, nobody, nobody) // both are of that user, and root uses them
		wantError(t, dbfile.CheckSides(path), "")
		wantError(t, dbfile.CheckWriters(path), path+" belongs to another user")
		os.Remove(path) // the next store is root's
		wantError(t, dbfile.CheckSides(path), "belongs to user 65534")
	}
	path := placed(t)
	give(filepath.Dir(path), nobody, 0)
	wantError(t, dbfile.CheckWriters(path), "the folder "+filepath.Dir(path)+" belongs to another user (65534)")
	give(filepath.Dir(path), 0, nobody)
	os.Chmod(filepath.Dir(path), 0o775)
	wantError(t, dbfile.CheckWriters(path), "a group can write to the folder "+filepath.Dir(path))
}
