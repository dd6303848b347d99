// This file has the leases of threads: who works on one is alone.

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

// BusyError says who works on a thread. It is ErrBusy.
type BusyError struct {
	ThreadID string
	PID      int // 0 if it is not known
}

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

// leases are the leases that a Store has given. In one process a map of them
// decides; between processes it is a lock on a byte of a file beside the store.
// The kernel lets go of it however a process ends, so leases are never renewed.
type leases struct {
	mu   sync.Mutex
	path string // of the file of locks; "" for none
	file *os.File
	info fs.FileInfo // of file
	// toTest is the file, opened to read: for who takes no leases, and may not write perhaps.
	toTest *os.File
	held   map[string]bool // by thread
}

// Lease makes the caller the only one who works on a thread, until he calls
// release or his process ends. If someone else does, it returns a *BusyError at
// once. The thread need not exist. Calling release again does nothing.
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
			return nil, fmt.Errorf("lease thread %s: lock %s: %w", threadID, l.path, err)
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

// open returns the file of locks, nil where there is none.
func (l *leases) open() (*os.File, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file, l.openLocked()
}

// openIfThere is open, but makes no file: it returns nil if there is none.
func (l *leases) openIfThere() (*os.File, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.path == "" || l.file == nil && !dbfile.Exists(l.path) {
		return nil, nil
	}
	return l.file, l.openLocked()
}

// openLocked opens the file of locks if that was not done yet. It is called with l.mu held.
func (l *leases) openLocked() (err error) {
	if l.path != "" && l.file == nil {
		if l.file, err = openLocks(l.path); err == nil {
			l.info, err = l.file.Stat()
		}
	}
	return err
}

func (l *leases) drop(threadID string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, threadID)
	if l.file != nil {
		unlock(l.file, lockOffset(threadID))
	}
}

// Leased reports whether someone works on a thread, here or in another process. It does not
// take the lease, so it gets in nobody's way. Where there are no locks it is true: nobody knows.
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
			return false, nil // nobody ever had one
		}
		if err != nil {
			return false, fmt.Errorf("is thread %s in use: %w", threadID, err)
		}
		l.toTest = f
	}
	f := l.file
	if f == nil {
		f = l.toTest
	}
	busy, err := locked(f, lockOffset(threadID))
	if err != nil {
		return false, fmt.Errorf("is thread %s in use: look at the locks of %s: %w", threadID, l.path, err)
	}
	return busy, nil
}

// close gives up all leases.
func (l *leases) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		l.file.Close()
		l.file, l.info = nil, nil
	}
	if l.toTest != nil {
		l.toTest.Close()
		l.toTest = nil
	}
	l.path = ""
}

// lockOffset is the byte that stands for a thread: a hash of its id, so a thread
// can be leased before it is in the store. Locks lie beyond the end of the file, which has
// only some bytes, see sync.go and wal_note.go.
func lockOffset(threadID string) int64 {
	sum := sha256.Sum256([]byte(threadID))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 3) // below infoOffset
}

// openLocks opens the file of locks. A new one may be used by all who may use the
// store, as SQLite has it for the files beside it.
func openLocks(path string) (*os.File, error) {
	if f, err := os.OpenFile(path, os.O_RDWR|noFollow, 0); err == nil {
		return f, nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(strings.TrimSuffix(path, "-lock")); err == nil {
		_ = f.Chmod(info.Mode().Perm()) // only its owner can, and he need not
	}
	return f, nil
}
