// This file has the leases of threads: the holder of a lease is the only one that works on the thread.

package sqlite

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// BusyError says who works on a thread. errors.Is finds ErrBusy in it.
type BusyError struct {
	ThreadID string
	PID      int // 0 if it is not known
}

// Error names the thread, and the process that works on it.
func (e *BusyError) Error() string {
	switch e.PID {
	case 0:
		return fmt.Sprintf("thread %s is in use", e.ThreadID)
	case os.Getpid():
		return fmt.Sprintf("thread %s is in use by another run of this process", e.ThreadID)
	}
	return fmt.Sprintf("thread %s is in use by process %d", e.ThreadID, e.PID)
}

// Is makes errors.Is(err, ErrBusy) true.
func (e *BusyError) Is(target error) bool { return target == ErrBusy }

// leases are the leases that a Store has granted. Within the process a map of them decides; between processes it is a
// lock on a byte of a file beside the store. The kernel releases the lock however a process ends, so leases are never
// renewed.
type leases struct {
	mu     sync.Mutex
	path   string // path of the file of locks; "" for none
	file   *os.File
	opened dbfile.Identity // of file
	// the file, opened for reading, for callers that take no leases and may not be allowed to write
	toTest *os.File
	held   map[string]bool // by thread
}

// Lease makes the caller the only one that works on a thread, until it calls release or its process ends. If another
// one does, Lease returns a *BusyError at once. The thread need not exist. Calling release again does nothing.
func (s *Store) Lease(ctx context.Context, threadID string) (release func(), err error) {
	if threadID == "" {
		return nil, checkpoint.ErrNoThread
	}
	if err := s.enter(ctx); err != nil {
		return nil, err
	}
	defer s.leave()
	if s.o.ReadOnly {
		return nil, ErrReadOnly
	}
	if err := s.checkFiles(); err != nil {
		return nil, fmt.Errorf("lease thread %s: %w", threadID, err)
	}
	return s.leases.take(threadID)
}

func (l *leases) take(threadID string) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[threadID] {
		return nil, &BusyError{threadID, os.Getpid()}
	}
	if err := l.openLocked(); err != nil {
		return nil, fmt.Errorf("lease thread %s: %w", threadID, err)
	}
	if l.file != nil {
		busy, pid, err := lock(l.file, lockOffset(threadID))
		if err != nil {
			return nil, fmt.Errorf("lease thread %s: lock %s: %w", threadID, dbfile.Shown(l.path), err)
		}
		if busy {
			return nil, &BusyError{threadID, pid}
		}
	}
	if l.held == nil {
		l.held = map[string]bool{}
	}
	l.held[threadID] = true
	return sync.OnceFunc(func() { l.drop(threadID) }), nil
}

// open returns the file of locks, nil for a store in memory.
func (l *leases) open() (*os.File, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.openLocked()
	return l.file, err
}

// openIfThere is open, but does not make the file: it returns nil if there is none.
func (l *leases) openIfThere() (*os.File, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.path == "" || l.file == nil && !dbfile.Exists(l.path) {
		return nil, nil
	}
	err := l.openLocked()
	return l.file, err
}

// openLocked opens the file of locks unless it is open. The caller holds l.mu.
func (l *leases) openLocked() (err error) {
	if l.path != "" && l.file == nil {
		if l.file, err = openLocks(l.path); err == nil {
			l.opened, err = dbfile.IdentityOf(l.file)
		}
	}
	return exhausted(err)
}

func (l *leases) drop(threadID string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, threadID)
	if l.file != nil {
		unlock(l.file, lockOffset(threadID))
	}
}

// Leased reports whether anyone works on a thread, in this or another process. It does not take the lease, so it
// disturbs nobody. On systems without locks it returns true, because the answer is unknown.
func (s *Store) Leased(ctx context.Context, threadID string) (bool, error) {
	if threadID == "" {
		return false, checkpoint.ErrNoThread
	}
	if err := s.enter(ctx); err != nil {
		return false, err
	}
	defer s.leave()
	return s.leases.taken(threadID)
}

func (l *leases) taken(threadID string) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[threadID] || l.path == "" {
		return l.held[threadID], nil
	}
	if l.file == nil && l.toTest == nil {
		f, err := os.Open(l.path)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil // nobody ever took a lease
		}
		if err != nil {
			return false, fmt.Errorf("is thread %s in use: %w", threadID, exhausted(err))
		}
		l.toTest = f
	}
	f := l.file
	if f == nil {
		f = l.toTest
	}
	busy, err := locked(f, lockOffset(threadID))
	if err != nil {
		return false, fmt.Errorf("is thread %s in use: look at the locks of %s: %w", threadID, dbfile.Shown(l.path), err)
	}
	return busy, nil
}

// close releases all leases.
func (l *leases) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		l.file.Close()
		l.file, l.opened = nil, dbfile.Identity{}
	}
	if l.toTest != nil {
		l.toTest.Close()
		l.toTest = nil
	}
	l.path = ""
}

// lockOffset returns the byte that stands for a thread: a hash of its id, so a thread can be leased before it is in
// the store. Locks lie beyond the end of the file, which has only a few bytes, see sync.go and wal_note.go.
func lockOffset(threadID string) int64 {
	sum := sha256.Sum256([]byte(threadID))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 3) // below infoOffset
}

// openLocks opens the file of locks. Everyone who may use the store may use a new one, as with the files that SQLite
// makes beside the store. A file with a second name is refused: it may have been put there after CheckSides, and a record in
// it would destroy another file.
func openLocks(path string) (*os.File, error) {
	if f, err := os.OpenFile(path, os.O_RDWR|noFollow, 0); err == nil {
		if info, err := f.Stat(); err != nil || linkCount(info) > 1 || !info.Mode().IsRegular() {
			_ = f.Close()
			return nil, errors.Join(err, fmt.Errorf("%s has a second name (a hard link), or is not a file of locks", dbfile.Shown(path)))
		}
		return f, nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(strings.TrimSuffix(path, "-lock")); err == nil {
		_ = f.Chmod(info.Mode().Perm()) // only the owner of the file can do that; others need not
	}
	return f, nil
}
