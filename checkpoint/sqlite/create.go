// This file makes the file of a new store.

package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hitlrun/hitlrun/dbfile"
)

// create makes the store at path in one step. It writes the file under another name first: there it needs no journal
// and only one sync, and nobody can find it half done. If another process is faster, create leaves that file alone.
func create(path string, steps []string, keys *Keys, threads bool) error {
	err := makeFile(path, func(f *os.File, name string) error {
		// Only the owner may read threads and answers, whatever the umask is. The files beside the store get its
		// mode; chmod opens it to others.
		_ = f.Chmod(0o600)
		return fill(name, steps, keys, threads)
	}, func(name string) error { return link(name, path) })
	if err != nil {
		return err
	}
	return dbfile.SyncFolder(filepath.Dir(path))
}

// link gives the file name the second name path, unless another file has that name.
func link(name, path string) error {
	err := os.Link(name, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	if dbfile.Exists(name) {
		_ = dbfile.MakeFile(path) // if this fails, SQLite says why
		return errNoLink
	}
	return err
}

// errNoLink says that a file system has no links. The file is then made in place.
var errNoLink = errors.New("no links")

// fill makes an empty file a store. threads is Options.Threads.
func fill(path string, steps []string, keys *Keys, threads bool) error {
	c, err := connect(path, "mode=rw", 0)
	if err != nil {
		return err
	}
	err = c.Run("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
	if err == nil {
		err = prepare(c, steps, true, keys, nil)
	}
	if err == nil && threads {
		err = c.markNew()
	}
	if err == nil && len(steps) >= schemaOfChecksums {
		err = c.stamp()
	}
	if err == nil {
		err = c.Run("PRAGMA journal_mode = WAL") // it stays: the header of the file has it
	}
	return errors.Join(err, c.Close())
}
