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

// MakeFile makes an empty file that is its owner's alone, whatever the umask; SQLite gives the files beside it the same mode, and
// chmod opens it to others. What is at the path already stays as it is.
func MakeFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) { // another process was faster, or it is a link to a file that SQLite makes
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Close())
}

// SyncFolder makes the name of a new file survive a power cut.
func SyncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil // a folder one may write to but not read
	}
	defer f.Close()
	_ = f.Sync() // not all systems can do it, and those that cannot do not need it
	return nil
}

// UseWAL puts c's file into WAL mode, in which it stays. SQLite does not wait if someone else has the file open at that
// moment, so UseWAL does, as long as timeout.
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

// SyncCommits chooses what SQLite syncs on its own: with each each commit survives a power cut when it returns, else
// only what a checkpoint of the WAL needs is synced, and the caller syncs commits.
func (c *Conn) SyncCommits(each bool) error {
	level := "NORMAL"
	if each {
		level = "FULL"
	}
	if runtime.GOOS == "darwin" { // where a sync reaches the disk only so
		level += "; PRAGMA fullfsync = ON"
	}
	return c.Run("PRAGMA synchronous = " + level)
}
