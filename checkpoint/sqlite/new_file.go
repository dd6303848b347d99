// This file makes files that get their name only when they are complete.

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

// makeFile makes a file beside target that only its owner can read. fill writes it; after a sync, give gives it the
// name target. A lock on it shows other processes that it is being made. A process whose clock is more than a minute
// ahead may take the file for a leftover before it is locked, and remove it: makeFile then starts again.
func makeFile(target string, fill func(f *os.File, name string) error, give func(name string) error) error {
	var err error
	for range 100 {
		name := target + "." + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(time.Now().UnixNano(), 36) + ".new"
		err = makeFileOnce(name, fill, give)
		if err == nil || !errors.Is(err, errRemoved) {
			return err
		}
	}
	return err
}

// errRemoved says that another process removed the file that was being made.
var errRemoved = errors.New("another process removed the new file")

func makeFileOnce(name string, fill func(f *os.File, name string) error, give func(name string) error) error {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		if errors.Is(err, fs.ErrPermission) || dbfile.IsReadOnlyFS(err) {
			return fmt.Errorf("folder %s is not writable", filepath.Dir(name))
		}
		return err
	}
	defer os.Remove(name)
	if _, _, err = lock(f, creationOffset); err == nil { // see leftOvers
		err = fill(f, name)
	}
	if err == nil {
		err = f.Sync()
	}
	// The file is closed before anyone can open it: closing it later would drop the process's locks on it.
	if err = explain(errors.Join(err, f.Close())); err == nil {
		err = give(name)
	}
	if err != nil && !dbfile.Exists(name) {
		return fmt.Errorf("%w: %w", errRemoved, err)
	}
	return err
}
