// This file makes the file of a new store.

package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hitlrun/hitlrun/dbfile"
)

// create makes the store path, all at once: under another name first, where it
// needs no journal and only one sync, and where nobody can find it half done. If
// another process was faster, its file is left alone.
func create(path string, steps []string, keys *Keys) error {
	err := makeFile(path, func(f *os.File, name string) error {
		// Threads and answers are their owner's, whatever the umask. The files beside it get its mode, and chmod opens it to others.
		_ = f.Chmod(0o600)
		return fill(name, steps, keys)
	}, func(name string) error { return link(name, path) })
	if err != nil {
		return err
	}
	return dbfile.SyncFolder(filepath.Dir(path))
}

// link gives the file name the name path too, unless another file has it.
func link(name, path string) error {
	err := os.Link(name, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	if dbfile.Exists(name) {
		_ = dbfile.MakeFile(path) // if not, SQLite says why
		return errNoLink
	}
	return err
}

// errNoLink says that a file system has no links: then the file is made in place.
var errNoLink = errors.New("no links")

// fill makes an empty file a store.
func fill(path string, steps []string, keys *Keys) error {
	c, err := connect(path, "mode=rw", 0)
	if err != nil {
		return err
	}
	err = c.Run("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
	if err == nil {
		err = prepare(c, steps, true, keys, nil)
	}
	if err == nil && len(steps) >= schemaOfChecksums {
		err = c.stamp()
	}
	if err == nil {
		err = c.Run("PRAGMA journal_mode = WAL") // for good: it is in the header
	}
	return errors.Join(err, c.Close())
}
