// This file makes the file of a new store.

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/hitlrun/hitlrun/dbfile"
)

// create makes the store path, all at once: under another name first, where it
// needs no journal and only one sync, and where nobody can find it half done. If
// another process was faster, its file is left alone.
func create(path string, steps []string, keys *Keys) (err error) {
	for range 100 {
		if err = createOnce(path, steps, keys); !errors.Is(err, errSwept) {
			break
		}
	}
	return err
}

// errSwept says that another process took the file for one that a killed process had left, and removed it: this process was stopped for a while
// before it had locked the file, or between its last two steps.
var errSwept = errors.New("the new file was removed by another process that opens the store")

func createOnce(path string, steps []string, keys *Keys) error {
	name := path + "." + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(time.Now().UnixNano(), 36) + ".new"
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		if errors.Is(err, fs.ErrPermission) || dbfile.IsReadOnlyFS(err) {
			return fmt.Errorf("folder %s is not writable", filepath.Dir(path))
		}
		return err
	}
	defer os.Remove(name)
	// Threads and answers are their owner's, whatever the umask. The files beside it get its mode, and chmod opens it to others.
	_ = f.Chmod(0o600)
	if _, _, err = lock(f, creationOffset); err == nil { // see leftOvers
		if !dbfile.Exists(name) {
			return errors.Join(errSwept, f.Close())
		}
		err = fill(name, steps, keys)
	}
	if err == nil {
		err = f.Sync()
	}
	// Closed before anybody can have it open: closing a file drops the process's locks on it.
	if err = errors.Join(err, f.Close()); err != nil {
		return explain(err)
	}
	if err := os.Link(name, path); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		if !dbfile.Exists(name) {
			return errSwept
		}
		_ = dbfile.MakeFile(path) // if not, SQLite says why
		return errNoLink
	}
	return dbfile.SyncFolder(filepath.Dir(path))
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
