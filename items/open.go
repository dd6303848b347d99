// This file opens and closes stores.

package items

import (
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/mattn/go-sqlite3" // the driver "sqlite3"
)

//go:embed schema.sql
var schema string

// applicationID says in the header of a file that it is one of ours: "hitI".
const applicationID = 0x68697449

// busyTimeout is how long to wait for another process that writes.
const busyTimeout = 5 * time.Second

// Store stores items in an SQLite file.
type Store struct {
	db  *sql.DB
	now func() time.Time
}

// Open opens the store in the file path, which it makes if it does not exist. The
// path ":memory:" is a store that ends with Close. now is the clock; nil means time.Now.
func Open(path string, now func() time.Time) (*Store, error) {
	s, err := open(path, now)
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return s, nil
}

func open(path string, now func() time.Time) (*Store, error) {
	if now == nil {
		now = time.Now
	}
	source := path
	if path != ":memory:" {
		if path == "" {
			return nil, errors.New("the path is empty")
		}
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		if err := inspect(abs); err != nil {
			return nil, err
		}
		source = (&url.URL{Scheme: "file", Path: filepath.ToSlash(abs)}).String()
	}
	query := fmt.Sprintf("_busy_timeout=%d&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate", busyTimeout.Milliseconds())
	db, err := sql.Open("sqlite3", source+"?"+query)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // ":memory:" is one connection's; a file has one writer anyway
	s := &Store{db: db, now: now}
	if err := s.setUp(); err != nil {
		db.Close()
		return nil, explain(err)
	}
	return s, nil
}

// inspect returns an error if there is something at path that is no store, before
// SQLite opens it for writing: such a file stays as it is.
func inspect(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if dir, err := os.Stat(filepath.Dir(path)); err != nil || !dir.IsDir() {
			return fmt.Errorf("folder %s does not exist", filepath.Dir(path))
		}
		return makeFile(path)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("it is not a regular file")
	case info.Size() == 0:
		return nil
	}
	db, err := sql.Open("sqlite3", (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()+"?mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer db.Close()
	var id int64
	if err := db.QueryRow("PRAGMA application_id").Scan(&id); err != nil || id != applicationID {
		return errors.New("it is not a store of items")
	}
	return nil
}

// makeFile makes an empty file that is its owner's alone, whatever the umask; SQLite gives the files beside it the same mode.
func makeFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) { // another process was faster, or it is a link to a file that SQLite makes
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Close())
}

// setUp makes the tables of a new store.
func (s *Store) setUp() error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to roll back
	var version int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	switch {
	case version > 1:
		return fmt.Errorf("it has version %d, made by a newer hitlrun", version)
	case version == 1:
		return nil
	}
	for _, text := range []string{fmt.Sprintf("PRAGMA application_id = %d", applicationID), schema, "PRAGMA user_version = 1"} {
		if _, err := tx.Exec(text); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// explain says what an error of SQLite means for the file.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		if err != nil && err.Error() == "sql: database is closed" { // it has no name in database/sql
			return errors.New("the store is closed")
		}
		return err
	}
	switch e.Code {
	case sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrPerm:
		return errors.New("the file is not writable")
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return errors.New("another process is writing to it")
	case sqlite3.ErrNotADB, sqlite3.ErrCorrupt:
		return errors.New("it is damaged, or not a store of items")
	}
	return err
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }
