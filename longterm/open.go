// This file opens and closes stores.

package longterm

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun/dbfile"
)

//go:embed schema.sql
var schema string

// kind describes the files of all stores; the application id is "hitI".
func kind() dbfile.Kind {
	return dbfile.Kind{Name: "store of items", ApplicationID: 0x68697449}
}

// migrations lead from one version of the schema to the next. Steps that were released never change.
func migrations() []string { return []string{schema} }

// busyTimeout is how long to wait for another process that writes.
const busyTimeout = 5 * time.Second

// Store stores items in an SQLite file. If ctx ends before a method has done its work, the method returns the error of ctx and changes
// nothing. Other errors say that the store is closed, that another process writes to it for
// more than 5 s, or what is wrong with the file.
type Store struct {
	now func() time.Time

	mu     sync.Mutex
	c      *dbfile.Conn // nil once it is closed
	folder *os.File     // closed with it; nil for none
}

// Open opens the store in the file path, and makes the file if it does not exist. The path ":memory:" is a store that
// ends with Close. now is the clock; nil means time.Now. An error names the path: the file cannot be read or written, is
// damaged, or is not a store of items.
func Open(path string, now func() time.Time) (*Store, error) { return OpenIn(nil, path, now) }

// OpenIn is Open for a path whose folder is held open by files.Hold: the store is opened in that folder, also if the path
// leads elsewhere by now. Close closes the folder, and so does OpenIn if it fails. nil means no folder.
func OpenIn(folder *os.File, path string, now func() time.Time) (*Store, error) {
	if now == nil {
		now = time.Now
	}
	c, err := open(dbfile.In(folder, path), folder != nil)
	if err != nil {
		if folder != nil {
			_ = folder.Close() // nothing was written through it
		}
		return nil, fmt.Errorf("open store %s: %w", path, explain(err))
	}
	return &Store{now: now, c: c, folder: folder}, nil
}

// maxRead is how many bytes are read at once from a file in a folder that is held open, which a script can have written.
const maxRead = 256 << 20

func open(path string, bounded bool) (*dbfile.Conn, error) {
	if path != dbfile.Memory {
		resolved, exists, err := dbfile.Resolve(path)
		if err != nil {
			return nil, err
		}
		path = resolved
		if err := dbfile.CheckSides(path); err != nil {
			return nil, err
		}
		if exists {
			err = kind().Inspect(path)
		} else {
			err = dbfile.MakeFile(path)
		}
		if err != nil {
			return nil, err
		}
	}
	c, err := dbfile.Connect(path, "mode=rwc", busyTimeout)
	if err != nil {
		return nil, dbfile.OpenError(path, err)
	}
	if bounded {
		c.Bound(maxRead)
	}
	if err := setUp(c, path == dbfile.Memory); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// setUp makes the tables of a new store, and chooses how the file is written. It writes the application id to the
// file before there is a WAL, because others look for it there.
func setUp(c *dbfile.Conn, inMemory bool) error {
	if !inMemory {
		if err := c.SyncCommits(true); err != nil {
			return err
		}
	}
	version, err := c.Version(len(migrations()))
	if err == nil {
		err = c.CheckSchema(migrations())
	}
	if err == nil && version < int64(len(migrations())) {
		err = c.Migrate(kind(), migrations(), nil, nil)
	}
	if err != nil || inMemory {
		return err
	}
	return c.UseWAL(busyTimeout)
}

// read is use for what only reads, or changes one thing: it ends when ctx does.
func (s *Store) read(ctx context.Context, what string, do func(c *dbfile.Conn) error) error {
	return s.use(ctx, what, func(c *dbfile.Conn) error {
		return c.Until(ctx, func() error { return do(c) })
	})
}

// use calls do with the connection, while nobody else uses it.
func (s *Store) use(ctx context.Context, what string, do func(c *dbfile.Conn) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := ctx.Err()
	switch {
	case err != nil:
	case s.c == nil:
		err = dbfile.ErrClosed
	default:
		err = do(s.c)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, explain(err))
	}
	return nil
}

// explain returns an error that says what an error of SQLite means for the file.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
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
	return dbfile.Explain(err)
}

// Close waits for calls in progress and closes the store; an error is that of SQLite. Later calls of Close do nothing,
// and other methods return an error.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.c == nil {
		return nil
	}
	c := s.c
	s.c = nil
	err := explain(c.Close())
	if s.folder != nil {
		_ = s.folder.Close() // nothing was written through it
	}
	return err
}
