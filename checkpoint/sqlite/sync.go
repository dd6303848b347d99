// This file makes commits survive a power cut.
//
// A commit survives the end of the process, because it is in the WAL, which the kernel has. It survives a power cut
// when the WAL is synced. Commits use synchronous=NORMAL, which does not sync the WAL. Sync does that, through a file
// descriptor of its own: so it writes nothing, covers all commits before it, of any process, and prevents nobody from
// committing meanwhile. SQLite itself syncs what a checkpoint needs: the WAL before it is copied into the file, and
// the file after that.

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// walSync is the state of the WAL on the disk. A goroutine that holds w.mu may lock mu, but not the other way round.
type walSync struct {
	mu      sync.Mutex
	file    *os.File        // the WAL; nil before the first sync
	opened  dbfile.Identity // of file
	commits uint64          // commits of this Store that the last sync covered
	version int64           // PRAGMA data_version at that time: commits of others
	failed  atomic.Bool     // a sync failed, at least in this process

	begun   atomic.Uint64 // how many syncs have begun
	covered uint64        // the number of the last one that succeeded
}

// manySyncs is after how many syncs it is worth the time to make the WAL longer ahead of its use.
const manySyncs = 4

// Sync implements checkpoint.Syncer. Goroutines that wait for it at the same time share one sync.
//
// When a sync fails, the kernel may have dropped the pages that it could not write, and may report success for a
// second sync. So all waiting callers get checkpoint.ErrSync, and the store is marked: before anything is committed
// or synced again, by any process, the WAL is written once more (see restore).
func (s *Store) Sync(ctx context.Context) error {
	if s.path == dbfile.Memory {
		return nil
	}
	if err := s.enter(ctx); err != nil {
		if errors.Is(err, ErrClosed) {
			return nil // Close has synced
		}
		return err
	}
	defer s.leave()
	return s.sync()
}

func (s *Store) sync() error {
	for range 3 { // a sync of another process may fail while this one succeeds
		if err := s.syncOnce(); err != nil {
			return fmt.Errorf("sync store %s: %w", dbfile.Shown(s.path), err)
		}
		if marked, err := s.marked(); err != nil || !marked {
			return err
		}
	}
	return fmt.Errorf("sync store %s: %w: syncs of other processes fail again and again", dbfile.Shown(s.path), checkpoint.ErrSync)
}

func (s *Store) syncOnce() error {
	if marked, err := s.marked(); err != nil {
		return err
	} else if marked {
		if err := s.restoreNow(); err != nil {
			return err
		}
	}
	before := s.wal.begun.Load()
	s.wal.mu.Lock()
	defer s.wal.mu.Unlock()
	if s.wal.covered > before { // it began after this call, so it covers what was committed before the call
		return nil
	}
	var commits uint64
	if s.w != nil {
		commits = s.w.commits.Load()
	}
	version, end, known := s.version()
	if known && commits == s.wal.commits && version == s.wal.version {
		return nil
	}
	if err := s.checkFiles(); err != nil {
		return err
	}
	number := s.wal.begun.Add(1)
	if err := s.wal.sync(s.path); err != nil {
		s.mark()
		return fmt.Errorf("%w: %w", checkpoint.ErrSync, err)
	}
	s.wal.covered = number
	s.wal.commits, s.wal.version = commits, version
	s.noteSynced(end)
	return nil
}

// version returns the number by which the connection that writes recognises commits of others, and the end of the
// WAL. It returns false while that connection is in use.
func (s *Store) version() (int64, walEnd, bool) {
	if s.w == nil || !s.w.mu.TryLock() {
		return unknown, walEnd{}, false
	}
	defer s.w.mu.Unlock()
	version, err := s.w.c.Number("PRAGMA data_version")
	if err != nil {
		return unknown, walEnd{}, false
	}
	return version, s.w.c.walEnd(), true
}

// sync syncs the WAL of the store path. A store without a WAL has everything in its file, which SQLite has synced.
// SQLite also syncs the folder of a new WAL, with its first page.
func (l *walSync) sync(path string) error {
	if err := l.open(path + "-wal"); err != nil || l.file == nil {
		return err
	}
	return syncData(l.file)
}

// watch opens the WAL before anything is written to it: the kernel reports a failed write only to those who had the
// file open, and not to those who open it after SQLite got the report.
func (l *walSync) watch(path string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		return nil
	}
	return l.open(path + "-wal")
}

// open opens the WAL, if the open file is not the WAL. Without a WAL, file is nil.
func (l *walSync) open(path string) error {
	now, err := dbfile.Identify(path)
	if err == nil && l.file != nil && now.Same(l.opened) {
		return nil
	}
	l.close()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if l.file, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
		l.file, err = os.Open(path) // enough for a sync
	}
	if err != nil {
		l.file = nil
		return exhausted(err)
	}
	l.opened = now
	return nil
}

func (l *walSync) close() {
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
}

// A byte in the file of locks marks that a sync failed. It need not survive a power cut: neither does the part of the
// WAL that it is about.

// mark reports to all users of the store that a sync failed.
func (s *Store) mark() {
	s.wal.failed.Store(true)
	if s.w != nil {
		s.w.broken.Store(true)
	}
	if f, err := s.leases.open(); err == nil && f != nil {
		_, _ = f.WriteAt([]byte{1}, 0) // if it fails, at least this process has noted it
	}
}

// marked reports whether a sync has failed since the whole WAL was last written.
func (s *Store) marked() (bool, error) {
	if s.wal.failed.Load() {
		return true, nil
	}
	if s.path == dbfile.Memory {
		return false, nil
	}
	f, err := s.leases.openIfThere()
	if f == nil || err != nil {
		return false, err
	}
	var mark [1]byte
	n, err := f.ReadAt(mark[:], 0)
	if n == 0 && err == io.EOF { //nolint:errorlint // ReadAt returns it as it is
		err = nil
	}
	return mark[0] != 0, err
}

// restoreNow calls restore with the connection that writes, or, in a store that is open for reading only, with one of
// its own.
func (s *Store) restoreNow() error {
	if s.w != nil {
		s.w.mu.Lock()
		defer s.w.mu.Unlock()
		return s.restoreWriter()
	}
	c, err := s.openWriter(migrations())
	if err != nil {
		return fmt.Errorf("%w: a sync of another process failed, and this one may not write: %w", checkpoint.ErrSync, err)
	}
	return errors.Join(s.restore(c), c.Close())
}

// restoreWriter is restore with the connection that writes. The caller holds w.mu.
func (s *Store) restoreWriter() error {
	if s.w.broken.Load() {
		if err := s.reconnect(); err != nil {
			return err
		}
	}
	defer s.w.reset()
	return s.restore(s.w.c)
}

// restore writes the WAL once more, from the kernel's copy, and syncs it: after that, everything that a failed sync
// dropped is on the disk. Others cannot commit meanwhile.
func (s *Store) restore(c *conn) error {
	if _, err := c.Exec("BEGIN IMMEDIATE"); err != nil {
		return explain(s.locked(err))
	}
	defer c.Run("ROLLBACK") //nolint:errcheck // nothing was written
	s.wal.mu.Lock()
	defer s.wal.mu.Unlock()
	if err := s.wal.open(s.path + "-wal"); err != nil {
		return err
	}
	if f := s.wal.file; f != nil {
		if err := rewrite(f); err != nil {
			return fmt.Errorf("%w: %w", checkpoint.ErrSync, err)
		}
		if err := dbfile.SyncFolder(filepath.Dir(s.path)); err != nil {
			return fmt.Errorf("%w: %w", checkpoint.ErrSync, err)
		}
	}
	s.wal.failed.Store(false)
	if f, err := s.leases.open(); err == nil && f != nil {
		_, err := f.WriteAt([]byte{0}, 0)
		return err
	}
	return nil
}

// rewrite writes the content of a file again, and syncs it.
func rewrite(f *os.File) error {
	buffer := make([]byte, 1<<20)
	for at := int64(0); ; {
		n, err := f.ReadAt(buffer, at)
		if n > 0 {
			if _, err := f.WriteAt(buffer[:n], at); err != nil {
				return err
			}
			at += int64(n)
		}
		if err == io.EOF {
			return syncData(f)
		}
		if err != nil {
			return err
		}
	}
}

// reconnect opens the connection that writes again: a connection whose commits were not synced is not used any more.
func (s *Store) reconnect() error {
	c, err := s.openWriter(migrations())
	if err != nil {
		return err
	}
	old := s.w.c
	s.w.c = c
	s.w.broken.Store(false)
	s.w.reset()
	_ = old.Close() // it cannot be used any more
	return nil
}

// Version identifies a state of a store: if two are equal, nothing was committed in between.
type Version struct {
	commits uint64 // of this Store
	others  int64  // PRAGMA data_version
}

// Version returns the present version of the store; it returns false if that is not known at the moment. It reads at
// most one number.
func (s *Store) Version() (Version, bool) {
	if s.enter(context.Background()) != nil {
		return Version{}, false
	}
	defer s.leave()
	if s.w == nil {
		return Version{}, false
	}
	commits := s.w.commits.Load()
	others, _, known := s.version()
	return Version{commits, others}, known
}
