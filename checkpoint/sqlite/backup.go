// This file copies a store that is in use.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hitlrun/hitlrun/dbfile"
	"github.com/hitlrun/hitlrun/storefile"
)

// ErrExists is returned by Backup if the file already exists.
var ErrExists = errors.New("the file exists")

// backupPages is how many pages are copied between two checks of ctx.
const backupPages = 1000

// Backup copies the store to the file at path. The copy has what was committed when it began; pages are copied as
// they are, encrypted ones too, so Backup needs no keys. Others can read and write meanwhile. The copy is read in one
// transaction, which prevents SQLite from reusing the WAL, so the WAL grows by what is written meanwhile.
//
// The file gets its name when all of it survives a power cut, with the permissions of the store. An existing file is
// replaced if replace is true; otherwise the error is ErrExists. A store that is open anywhere is not replaced.
func (s *Store) Backup(ctx context.Context, path string, replace bool) (size int64, err error) {
	if s.path == dbfile.Memory {
		return 0, errors.New("back up store: it is in memory")
	}
	size, err = s.backup(ctx, path, replace)
	if err != nil {
		return 0, fmt.Errorf("back up store %s to %s: %w", s.path, path, err)
	}
	return size, nil
}

func (s *Store) backup(ctx context.Context, path string, replace bool) (size int64, err error) {
	target, _, err := dbfile.Resolve(path)
	if err == nil {
		err = s.mayReplace(target, replace)
	}
	if err != nil {
		return 0, err
	}
	info, err := os.Stat(s.path)
	if err != nil {
		return 0, err
	}
	stale, err := leftOvers(target)
	if err != nil {
		return 0, err
	}
	for _, name := range stale {
		os.Remove(name) // left by a copy that was killed
	}
	err = makeFile(target, func(f *os.File, name string) error {
		if err := s.copyTo(ctx, name); err != nil {
			return err
		}
		if err := f.Chmod(info.Mode().Perm()); err != nil {
			return err
		}
		made, err := f.Stat()
		if err == nil {
			size = made.Size()
		}
		return err
	}, func(name string) error {
		if err := s.mayReplace(target, replace); err != nil { // another process may have made it, or opened it, meanwhile
			return err
		}
		if err := s.Sync(ctx); err != nil { // the copy has nothing that the store could still lose
			return err
		}
		return rename(name, target, replace)
	})
	if err != nil {
		return 0, err
	}
	return size, dbfile.SyncFolder(filepath.Dir(target))
}

// mayReplace returns an error if a copy must not take the name target.
func (s *Store) mayReplace(target string, replace bool) error {
	info, err := os.Stat(target)
	if own, ownErr := os.Stat(s.path); err == nil && ownErr == nil && os.SameFile(info, own) {
		return errors.New("it is the store itself")
	}
	for _, side := range dbfile.Sides() {
		if own, ownErr := os.Stat(s.path + side); err == nil && ownErr == nil && os.SameFile(info, own) {
			return fmt.Errorf("it is %s, which is a part of the store", s.path+side)
		}
		if store, ok := strings.CutSuffix(target, side); ok && dbfile.Exists(store) {
			return fmt.Errorf("a file of that name is a part of the store %s: give the copy another name", store)
		}
	}
	if err == nil && !replace {
		return ErrExists
	}
	if err == nil && dbfile.Exists(target+"-wal") {
		finish(target)
	}
	// SQLite would take files beside it for a part of the copy.
	for _, side := range []string{"-wal", "-journal"} {
		if dbfile.Exists(target + side) {
			return fmt.Errorf("there is a file %s%s: a store of that name is open, or was left by a process that died; give the copy another name", target, side)
		}
	}
	return nil
}

// finish copies the WAL of a store into its file and deletes the WAL, if nobody has the store open. A process usually
// leaves its WAL behind when it ends.
func finish(path string) {
	if dbfile.CheckSides(path) != nil || inspect(path) != nil {
		return
	}
	c, err := connect(path, "mode=rw", 0)
	if err != nil {
		return
	}
	_, _ = c.Number("SELECT count(*) FROM sqlite_schema")
	_ = c.Close()
}

// rename gives a file its name. If a file has that name, it is replaced, or rename returns an error.
func rename(from, to string, replace bool) error {
	if replace {
		return os.Rename(from, to)
	}
	err := os.Link(from, to)
	if errors.Is(err, fs.ErrExist) {
		return ErrExists
	}
	if err != nil && !dbfile.Exists(to) { // a file system without links
		err = os.Rename(from, to)
	}
	return err
}

// copyTo copies the store into an empty file.
func (s *Store) copyTo(ctx context.Context, path string) error {
	to, err := connect(path, "mode=rw", 0)
	if err != nil {
		return err
	}
	// The whole file is synced at the end, and nobody can find it before.
	err = to.Run("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
	if err == nil {
		err = s.view(ctx, func(from *conn) error { return from.copyTo(ctx, to) })
	}
	if err == nil {
		err = to.stamp()
	}
	return errors.Join(err, to.Close())
}

// copyTo copies what c's transaction sees. The open transaction prevents SQLite from starting the copy again when
// another process writes.
func (c *conn) copyTo(ctx context.Context, to *conn) error {
	if _, err := c.Number("SELECT count(*) FROM sqlite_schema"); err != nil { // the transaction begins
		return err
	}
	cookie, err := c.cookie()
	if err == nil && storefile.IsMark(cookie) {
		err = to.setCookie(storefile.Settled(cookie)) // the copy gets this number, and not that of the store
	}
	if err != nil {
		return err
	}
	backup, err := to.Raw.Backup("main", c.Raw, "main")
	if err != nil {
		return err
	}
	for done := false; !done && err == nil; {
		if err = ctx.Err(); err == nil {
			done, err = backup.Step(backupPages)
		}
	}
	return errors.Join(err, backup.Finish())
}
