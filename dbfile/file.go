// This file makes files, and chooses how they are written.

package dbfile

import (
	"database/sql/driver"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/mattn/go-sqlite3"
)

// MakeFile makes an empty file that only its owner can read and write, whatever the umask is. SQLite gives the files
// beside it the same mode; chmod opens the file to others. MakeFile does not touch a file that exists.
func MakeFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) { // another process made it first, or it is a link to a file that SQLite makes
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Close())
}

// SyncFolder makes the names of new files in a folder survive a power cut.
func SyncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil // the folder can be written to but not read
	}
	defer f.Close()
	_ = f.Sync() // some systems cannot do it; they do not need it either
	return nil
}

// UseWAL puts c's file into WAL mode, in which it stays. SQLite fails at once if another process has the file open at
// that moment, so UseWAL tries again until timeout.
func (c *Conn) UseWAL(timeout time.Duration) error {
	deadline := time.Now().Add(timeout)
	for {
		var mode [1]driver.Value
		_, err := c.Row(mode[:], "PRAGMA journal_mode = WAL")
		if err == nil && Text(mode[0]) != "wal" {
			return errors.New("the file system has no shared memory, which SQLite's WAL needs")
		}
		var e sqlite3.Error
		if err == nil || !errors.As(err, &e) || e.Code != sqlite3.ErrBusy || time.Now().After(deadline) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// SyncCommits chooses what SQLite syncs by itself. With each, every commit survives a power cut when it returns.
// Without it, SQLite only syncs what a checkpoint of the WAL needs, and the caller syncs commits.
func (c *Conn) SyncCommits(each bool) error {
	level := "NORMAL"
	if each {
		level = "FULL"
	}
	if runtime.GOOS == "darwin" { // macOS writes to the disk only with this
		level += "; PRAGMA fullfsync = ON"
	}
	return c.Run("PRAGMA synchronous = " + level)
}
